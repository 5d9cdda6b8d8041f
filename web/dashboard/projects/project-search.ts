/** Holds what the list of projects shows, as it appears in the address. */
export type ProjectSearch = {
  /** The search text. */
  q?: string;
  /** Is true if a project is created. */
  create?: true;
};

/** Reads the search of an address. The router parses a search for digits, `true` or `false` as a number or a boolean. */
export function parseProjectSearch({ q, create }: Record<string, unknown>): ProjectSearch {
  const isText = typeof q === "string" || typeof q === "number" || typeof q === "boolean";
  return { ...(isText && q !== "" && { q: String(q) }), ...(create === true && { create }) };
}

interface NamedProject {
  readonly id: string;
  readonly displayName: string;
  readonly description: string | null;
}

/** The projects with all words of a search in their name, description or id. */
export function projectsWith<Project extends NamedProject>(query: string, projects: readonly Project[]): Project[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter(({ id, displayName, description }) => {
    const text = `${displayName} ${description ?? ""} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
