// Evaluates code for the repl tool. File 3 is a socket to the program: requests "<id> <bytes>\n" and the code, answers the same
// with JSON. Everything else (files 0 to 2) belongs to the code.
'use strict';
(() => {
  const net = require('net');
  const repl = require('repl');
  const util = require('util');
  const vm = require('vm');
  const { PassThrough, Writable } = require('stream');
  const limit = 200000;

  const channel = new net.Socket({ fd: 3, readable: true, writable: true });
  // What goes wrong after an evaluation is printed here.
  const later = new Writable({ write(chunk, encoding, done) { process.stderr.write(chunk, encoding, done); } });
  const server = repl.start({ prompt: '', input: new PassThrough(), output: later, terminal: false, useGlobal: true });
  let cancel = null;
  const astray = (error) => { if (cancel) cancel(error); else process.stderr.write(failure(error) + '\n'); };
  if (server._domain) { // where there is one, errors go to it and not to whoever evaluates
    server._domain.removeAllListeners('error');
    server._domain.on('error', astray);
  }
  process.on('uncaughtException', (error) => process.stderr.write(failure(error) + '\n'));
  process.on('SIGINT', () => { if (cancel) cancel(Object.assign(new Error('interrupted'), { interrupted: true })); });

  const text = (value) => {
    const shown = typeof value === 'string' ? value : util.inspect(value, { depth: 4, maxArrayLength: 200 });
    return shown.length > limit ? shown.slice(0, limit) + `… (${shown.length - limit} characters are left out)` : shown;
  };
  const failure = (error) => {
    if (error && error.err && error.name === 'SyntaxError') error = error.err; // it was taken for unfinished
    if (!(error && error.stack)) return 'Uncaught ' + text(error);
    // The frames of this program are of no interest to whoever wrote the code.
    return 'Uncaught ' + text(String(error.stack).split('\n').filter((line) => !/^\s+at .*(node:|\[eval\])/.test(line)).join('\n'));
  };
  // An object literal is a block of statements to the grammar, and hardly ever meant as one.
  const compile = (code, filename) => {
    if (/^\s*\{[^]*[^;\s]\s*$/.test(code)) {
      try { return new vm.Script(`(${code})`, { filename }); } catch { /* a block after all */ }
    }
    return new vm.Script(code, { filename });
  };
  const evaluate = (code, name) => new Promise((resolve, reject) => {
    cancel = reject;
    let script = null;
    try {
      script = compile(code, name);
    } catch (error) {
      if (!/\bawait\b/.test(code)) throw error;
    }
    if (script) {
      resolve({ value: script.runInThisContext({ breakOnSigint: true, displayErrors: false }) });
      return;
    }
    try {
      // The rewriting of await at the top level is known to the REPL only.
      server.eval(code + '\n', server.context, name, (error, value) => (error ? reject(error) : resolve({ value })));
    } catch (error) {
      reject(error);
    }
  }).then(
    ({ value }) => ({ ok: true, value: value === undefined ? '' : util.inspect(value, { depth: 4, maxArrayLength: 200 }).slice(0, limit) }),
    (error) => ({ ok: false, error: failure(error), interrupted: Boolean(error && (error.interrupted || error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED')) }),
  );

  let pending = Buffer.alloc(0);
  let busy = false;
  const next = async () => {
    if (busy) return;
    const end = pending.indexOf(10);
    if (end < 0) return;
    const [id, size] = pending.subarray(0, end).toString().split(' ');
    if (pending.length < end + 1 + Number(size)) return;
    const code = pending.subarray(end + 1, end + 1 + Number(size)).toString();
    pending = pending.subarray(end + 1 + Number(size));
    busy = true;
    const answer = Buffer.from(JSON.stringify(await evaluate(code, `repl${id}`)));
    cancel = null;
    channel.write(Buffer.concat([Buffer.from(`${id} ${answer.length}\n`), answer]));
    busy = false;
    next();
  };
  channel.on('data', (chunk) => { pending = Buffer.concat([pending, chunk]); next(); });
  channel.on('end', () => process.exit(0));
})();
