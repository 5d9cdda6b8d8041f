export { authentication, isConfiguredKey } from "./authentication";
export type { AppRouter, Caller } from "./caller";
export { audienceOf, issuerOf, readAccessToken } from "./tokens";
