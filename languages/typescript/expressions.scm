; What TypeScript adds, what it shares with TSX, and what both share with JavaScript.

(type_assertion (type_arguments . (_) @cast))

; includes typescript/common.scm
; includes javascript/expressions.scm
