# Evaluates code for the repl tool. File 3 is a socket to the program: requests "<id> <bytes>\n" and the code, answers the same
# with JSON. Everything else (files 0 to 2) belongs to the code.
import ast, builtins, inspect, json, linecache, os, signal, sys, traceback, types

LIMIT = 200_000


def serve():
    os.set_inheritable(3, False)
    requests = os.fdopen(os.dup(3), "rb")
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    state = {"running": False, "loop": None}

    def interrupted(_number, _frame):
        # Between two requests there is nothing to interrupt.
        if state["running"]:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupted)
    while True:
        head = requests.readline().split()
        if len(head) != 2:
            return
        code = requests.read(int(head[1])).decode("utf-8", "replace")
        answer = evaluate(code, "<repl %s>" % head[0].decode(), main.__dict__, state)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        body = json.dumps(answer).encode()
        rest = b"%s %d\n%s" % (head[0], len(body), body)
        while rest:
            rest = rest[os.write(3, rest):]


def evaluate(code, name, space, state):
    try:
        state["running"] = True
        try:
            return {"ok": True, "value": shown(run(code, name, space, state))}
        finally:
            state["running"] = False
    except SystemExit as e:
        return {"ok": e.code in (None, 0), "error": "the code called exit(%s); the interpreter goes on" % ("" if e.code is None else repr(e.code))}
    except BaseException as e:
        return {"ok": False, "error": trace(e), "interrupted": isinstance(e, KeyboardInterrupt)}


def run(code, name, space, state):
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    tree = ast.parse(code, name)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    if tree.body:
        settle(eval(compile(tree, name, "exec", flags), space), state)
    if last is None:
        return None
    compiled = compile(last, name, "eval", flags)
    value = eval(compiled, space)
    if compiled.co_flags & inspect.CO_COROUTINE:
        value = settle(value, state)
    if value is not None:
        space["_"] = value
    return value


def settle(value, state):
    if not inspect.iscoroutine(value):
        return value
    import asyncio

    if state["loop"] is None:
        state["loop"] = asyncio.new_event_loop()
        asyncio.set_event_loop(state["loop"])
    return state["loop"].run_until_complete(value)


def shown(value):
    if value is None:
        return ""
    text = repr(value)
    if len(text) > LIMIT:
        text = text[:LIMIT] + "… (%d characters are left out)" % (len(text) - LIMIT)
    return text


def trace(e):
    # The frames of this program are of no interest to whoever wrote the code.
    tb = e.__traceback__
    while tb is not None and not tb.tb_frame.f_code.co_filename.startswith("<repl "):
        tb = tb.tb_next
    return "".join(traceback.format_exception(type(e), e, tb)).rstrip("\n")[-LIMIT:]


serve()
