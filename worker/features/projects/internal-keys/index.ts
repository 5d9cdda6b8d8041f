export { newKeySet } from "./key-set";
