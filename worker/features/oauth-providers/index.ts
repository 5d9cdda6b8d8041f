export type { OAuthProvider, ProviderFlow, ProviderProfile } from "./oauth-provider";
export { openProvider } from "./open-provider";
export { ProviderError } from "./provider-error";
