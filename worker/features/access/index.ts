export type { AppRouter, Caller } from "./caller";
export { gatekeeper, isConfiguredKey } from "./gatekeeper";
export { audienceOf, issuerOf, readAccessToken } from "./tokens";
