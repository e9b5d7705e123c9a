; Definitions, and what belongs to them: blocks by their last label.

(comment) @comment

(block (identifier) (string_lit (template_literal) @name) . (block_start) @body) @definition.struct
(block (identifier) @_kind (string_lit (template_literal) @name) . (block_start) @body
  (#any-of? @_kind "variable" "output")) @definition.variable
(block (identifier) @_kind (string_lit (template_literal) @name) . (block_start) @body
  (#eq? @_kind "module")) @definition.module
(block . (identifier) @_kind . (block_start)
  (body (attribute . (identifier) @name) @definition.constant)
  (#eq? @_kind "locals"))
(config_file (body (attribute . (identifier) @name) @definition.variable))
