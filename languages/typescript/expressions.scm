; What TypeScript adds, what it shares with TSX, and what both share with JavaScript.

(type_assertion (type_arguments [
  (array_type)
  (generic_type)
  (nested_type_identifier)
  (type_identifier)
  (union_type)
] @cast))

; includes typescript/common.scm
; includes javascript/expressions.scm
