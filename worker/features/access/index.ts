export type { AppRouter, Caller } from "./caller";
export { gatekeeper, isConfiguredKey } from "./gatekeeper";
export { audienceOf, issuerOf } from "./tokens";
