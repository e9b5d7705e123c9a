; Stages, and the variables of a build.

(comment) @comment

(from_instruction as: (image_alias) @name) @definition.module
(from_instruction (image_spec) @name !as) @definition.module
(arg_pair name: (_) @name) @definition.variable
(env_pair name: (_) @name) @definition.variable
