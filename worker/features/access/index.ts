export { authentication, isConfiguredKey } from "./authentication";
export type { ActingOwner, AppRouter, Caller } from "./caller";
export { requireOwnSession, requireSignUpFor } from "./credential-change";
export { hostedPagesKey, isHostedPagesKey } from "./hosted-pages-key";
export { requireRecentProof } from "./reauthentication";
export { endOfNewSession, isSessionLive } from "./session-policy";
export { audienceOf, issuerOf, readAccessToken } from "./tokens";
