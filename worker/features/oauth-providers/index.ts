export type { OAuthProvider, ProviderFlow, ProviderProfile } from "./oauth-provider";
export { lacksSharedKeys, openProvider } from "./open-provider";
export { ProviderError } from "./provider-error";
