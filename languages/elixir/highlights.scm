; Colours for a terminal.

(comment) @comment
[(string) (charlist) (sigil)] @string
[(integer) (float)] @number
[(boolean) (nil) (atom) (keyword)] @constant
(alias) @type
(call target: (identifier) @function)
(call target: (dot right: (identifier) @function))
(call target: (identifier) @keyword (#any-of? @keyword "def" "defp" "defmodule" "defmacro" "defmacrop" "defstruct" "defprotocol"
  "defimpl" "defguard" "defguardp" "defdelegate" "defexception" "if" "unless" "case" "cond" "with" "for" "use" "import"
  "alias" "require" "quote" "unquote" "raise" "receive" "try" "fn"))
