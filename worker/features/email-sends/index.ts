export { renderForReader } from "./batch";
