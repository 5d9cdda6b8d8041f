/** The state of sucrase's parser, whose types are elsewhere in the package. */
declare module "sucrase/dist/esm/parser/tokenizer/state.js" {
  export { default } from "sucrase/dist/types/parser/tokenizer/state";
}
