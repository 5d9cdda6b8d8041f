export { type ProviderTokens, storeProviderTokens } from "./provider-tokens";
export { dropProviderTokens } from "./queries";
