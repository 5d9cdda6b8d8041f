export { type ProviderTokens, storeProviderTokens } from "./provider-tokens";
