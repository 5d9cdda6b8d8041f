export type { AppRouter, Caller } from "./caller";
export { gatekeeper } from "./gatekeeper";
export { audienceOf, issuerOf } from "./tokens";
