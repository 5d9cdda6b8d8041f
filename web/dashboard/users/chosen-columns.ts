import { useState } from "react";
import { msg } from "../translation/message";

/** The columns that can be hidden, in their order. */
export const optionalColumns = {
  email: msg("Email"),
  methods: msg("Sign-in"),
  state: msg("State"),
  team: msg("Selected team"),
  "signed-up": msg("Signed up"),
  "last-active": msg("Last active"),
  id: msg("ID"),
} as const;

export type OptionalColumn = keyof typeof optionalColumns;

const shownAtFirst: readonly OptionalColumn[] = ["email", "methods", "state", "signed-up", "last-active"];

/** The columns that were stored, or those that are shown at first. */
export function parseColumns(stored: string | null): readonly OptionalColumn[] {
  if (stored === null) return shownAtFirst;
  const names = stored.split(",");
  return (Object.keys(optionalColumns) as OptionalColumn[]).filter((column) => names.includes(column));
}

/** Returns which columns an owner sees in the list of a project, in this browser. */
export function useChosenColumns(projectId: string) {
  const name = `gatehouse-user-columns-${projectId}`;
  const [columns, setColumns] = useState(() => parseColumns(readStored(name)));
  function choose(chosen: readonly OptionalColumn[]) {
    setColumns(chosen);
    try {
      localStorage.setItem(name, chosen.join(","));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return [columns, choose] as const;
}

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
