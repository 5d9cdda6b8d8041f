export { authentication, isConfiguredKey, isProvenServer } from "./authentication";
export type { ActingOwner, AppRouter, AssumedCaller, Caller } from "./caller";
export { requireOwnSession, requireSignUpFor } from "./credential-change";
export { hostedPagesKey, isHostedPagesKey } from "./hosted-pages-key";
export { readRulesOf } from "./read-rules";
export { requireRecentProof } from "./reauthentication";
export { endOfNewSession, isSessionLive, isUseDue } from "./session-policy";
export { audienceOf, issuerOf, readAccessToken } from "./tokens";
export { withImpersonator } from "./with-impersonator";
