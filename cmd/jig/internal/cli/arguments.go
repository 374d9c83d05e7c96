package cli

import (
	"bytes"
	"fmt"
	"io"
)

// MaxArguments bounds the arguments of one call in bytes. People pipe whole files; more than this is a mistake.
const MaxArguments = 64 << 20

// Arguments gives the arguments of a call as they came: from the operand if there is one, and from standard input if there is
// none or it is "-". A terminal is not waited for unless it was asked for by "-". Nothing at all means the empty object.
func Arguments(operands []string, stdin io.Reader) ([]byte, error) {
	if len(operands) > 0 && operands[0] != "-" {
		return orEmpty([]byte(operands[0])), nil
	}
	if len(operands) == 0 && IsTerminal(stdin) {
		return []byte("{}"), nil
	}
	// One byte more than is allowed, so that the engine can tell that there was too much.
	args, err := io.ReadAll(io.LimitReader(stdin, MaxArguments+1))
	if err != nil {
		return nil, fmt.Errorf("read the arguments from standard input: %w", err)
	}
	if len(args) > MaxArguments {
		return args, nil // also if there is nothing but white space so far: what comes after it was not read
	}
	return orEmpty(args), nil
}

func orEmpty(args []byte) []byte {
	if len(bytes.TrimSpace(args)) == 0 {
		return []byte("{}")
	}
	return args
}
