; inherits: what TypeScript has, and elements.
; includes javascript/jsx.scm
