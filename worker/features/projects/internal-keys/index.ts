export { selectUsableKey } from "./queries";
