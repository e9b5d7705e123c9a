; inherits
(at_rule (at_keyword) @_word . (keyword_query) @name (block) @body (#eq? @_word "@mixin")) @definition.macro
(at_rule (at_keyword) @_word . (keyword_query) @name (block) @body (#eq? @_word "@function")) @definition.function
