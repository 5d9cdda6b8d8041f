export type { OAuthProvider, ProviderFlow, ProviderProfile, ProviderTokens } from "./oauth-provider";
export { openProvider } from "./open-provider";
export { ProviderError } from "./provider-error";
