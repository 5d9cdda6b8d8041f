import { lazyModule } from "../../platform/lazy-module";
import type * as opening from "./open-provider";

export { lacksSharedKeys } from "./configured-provider";
export type { OAuthProvider, ProviderFlow, ProviderProfile } from "./oauth-provider";
export { ProviderError } from "./provider-error";

const vendors = lazyModule(() => import("./open-provider"));

/** `openProvider` of `open-provider.ts`, which is loaded with its vendors when the first one is opened. */
export const openProvider: typeof opening.openProvider = async (...given) => {
  return (await vendors()).openProvider(...given);
};
