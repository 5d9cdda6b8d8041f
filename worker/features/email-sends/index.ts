export { renderForReader } from "./batch";
export { startSend } from "./start";
