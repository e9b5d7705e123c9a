; All of TypeScript but `<T>value`, which is an element here.

; includes typescript/common.scm
; includes javascript/expressions.scm
