package notebook

import (
	"encoding/json"

	"jig/tool"
)

// adapt understands the shape {file_path, edit: {action, cell_index, cell_type,
// content}}. There an inserted cell takes the place of the one at the index, and
// here it comes after the one that is named, so the index is one less.
func adapt(_ string, args map[string]json.RawMessage) (redirect string, err error) {
	raw, nested := args["edit"]
	if !nested {
		return "", nil
	}
	var inner map[string]json.RawMessage
	if json.Unmarshal(raw, &inner) != nil || inner == nil {
		return "", tool.Errorf(tool.CodeInvalidArgs, `"edit" is not an object: give edit_mode, cell_index, cell_type and new_source beside notebook_path`)
	}
	own := map[string]string{
		"action": "edit_mode", "edit_mode": "edit_mode", "cell_index": "cell_index", "cell_id": "cell_id",
		"cell_type": "cell_type", "content": "new_source", "new_source": "new_source", "source": "new_source",
	}
	delete(args, "edit")
	for key, value := range inner {
		name, ok := own[key]
		if !ok {
			name = key // validation tells the model that there is no such thing
		}
		if _, taken := args[name]; taken {
			return "", tool.Errorf(tool.CodeInvalidArgs, "%s is given twice, in edit and beside it; give it once", name)
		}
		args[name] = value
	}
	return "", before(args)
}

// before turns "insert at the index" into "insert after the one before".
func before(args map[string]json.RawMessage) error {
	if mode, ok := tool.Arg[string](args, "edit_mode"); !ok || mode != insert {
		return nil
	}
	index, ok := tool.Arg[int](args, "cell_index")
	if !ok {
		return nil
	}
	if delete(args, "cell_index"); index != 0 {
		raw, err := json.Marshal(index - 1)
		args["cell_index"] = raw
		return err
	}
	return nil
}
