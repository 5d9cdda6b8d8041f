export { authentication, isConfiguredKey } from "./authentication";
export type { AppRouter, Caller } from "./caller";
export { requireOwnSession, requireSignUpFor } from "./credential-change";
export { requireRecentProof } from "./reauthentication";
export { endOfNewSession, isSessionLive } from "./session-policy";
export { audienceOf, issuerOf, readAccessToken } from "./tokens";
