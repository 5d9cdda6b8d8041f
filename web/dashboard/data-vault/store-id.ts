import type { Translate } from "../translation/use-translation";

const longestId = 63;

/** Why a text cannot be the id of a new store, or true. */
export function checkStoreId(text: string, taken: readonly string[], t: Translate): string | true {
  const id = text.trim();
  if (id === "") return t("Enter an ID.");
  if (!/^[a-zA-Z_][a-zA-Z0-9_-]*$/.test(id)) {
    return t("Start with a letter or an underscore, and go on with letters, digits, underscores and hyphens.");
  }
  if (id.length > longestId) return t("Use {count} characters at most.", { count: longestId });
  return !taken.includes(id) || t("There is a store with this ID already.");
}

/** An id that goes with a name, such as `partner-tokens` with "Partner tokens". Empty where the name has nothing for it. */
export function storeIdFor(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "")
    .slice(0, longestId);
}
