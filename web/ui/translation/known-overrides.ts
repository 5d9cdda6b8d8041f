import type { TranslationOverrides } from "./own-texts";

/** Those of the overrides whose key is a text of the pages: for texts that were stored, perhaps for an earlier version. */
export async function knownOverrides(overrides: TranslationOverrides): Promise<TranslationOverrides> {
  if (Object.keys(overrides).length === 0) return {};
  return (await import("./own-texts")).known(overrides);
}
