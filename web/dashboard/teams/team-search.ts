/** Says which teams are listed, as it appears in the address. */
export type TeamSearch = {
  /** The search text. */
  q?: string;
};

/** Holds what the address of the list says beside: whether a team is created. */
export type TeamListSearch = TeamSearch & { create?: true };

/** Reads the search of an address; invalid values are left out. */
export function parseTeamSearch({ q }: Record<string, unknown>): TeamSearch {
  return isScalar(q) && q !== "" ? { q: String(q) } : {};
}

export function parseTeamListSearch(search: Record<string, unknown>): TeamListSearch {
  return { ...parseTeamSearch(search), ...(search.create === true && { create: true }) };
}

/** The router parses a search for digits, `true` or `false` as a number or a boolean. */
function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
