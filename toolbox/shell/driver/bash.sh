# Evaluates code for the repl tool. File 3 is a socket to the program: requests "<id> <bytes>\n" and the code, answers the same
# with JSON. Everything else (files 0 to 2) belongs to the code.
trap : INT
while IFS=' ' read -r -u 3 __jig_id __jig_size; do
  __jig_code=
  if [ "$__jig_size" -gt 0 ]; then
    IFS= LC_ALL=C read -r -N "$__jig_size" -u 3 __jig_code
  fi
  eval "$__jig_code" 3>&-
  __jig_answer="{\"ok\":true,\"code\":$?}"
  printf '%s %s\n%s' "$__jig_id" "${#__jig_answer}" "$__jig_answer" >&3
done
