import { flag, searchBy, text } from "../lists/address-search";

/** Reads what the list of projects shows: those that a text finds, and whether one is created. */
export const parseProjectSearch = searchBy({ q: text, create: flag });

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
