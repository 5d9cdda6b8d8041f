import type { Translate } from "../translation/use-translation";

const maxIdLength = 63;

/** Why a text cannot be the id of a new store, or true. */
export function checkStoreId(text: string, taken: readonly string[], t: Translate): string | true {
  const id = text.trim();
  if (id === "") return t("Enter an ID.");
  if (!/^[a-zA-Z_][a-zA-Z0-9_-]*$/.test(id)) {
    return t("Start with a letter or an underscore, and go on with letters, digits, underscores and hyphens.");
  }
  if (id.length > maxIdLength) return t("Use {count} characters at most.", { count: maxIdLength });
  return !taken.includes(id) || t("There is a store with this ID already.");
}
