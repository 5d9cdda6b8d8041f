import type { ServerTeam } from "../../kit/index";
import { msg } from "../translation/message";

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

/** The team whose page it is, for its parts and dialogs. */
export interface PartProps {
  readonly team: ServerTeam;
}

/** The parts of the page of a team, by their names in the address. The first is shown where the address names none. */
export const teamParts = {
  members: msg("Members"),
  invitations: msg("Invitations"),
  profile: msg("Profile"),
  metadata: msg("Metadata"),
  keys: msg("API keys"),
  items: msg("Items"),
} as const;

export type TeamPart = keyof typeof teamParts;

/** Holds what the address of a team's page says: the list that leads back, the open part, and what is open in it. */
export type TeamPageSearch = TeamSearch & {
  part?: Exclude<TeamPart, "members">;
  /** The member whose permissions are open. */
  permissionsOf?: string;
  /** The member whose profile in the team is open. */
  profileOf?: string;
  /** The dialog that is open. */
  action?: "add-members" | "delete";
};

/** Reads the search of an address; invalid values are left out. */
export function parseTeamPageSearch(search: Record<string, unknown>): TeamPageSearch {
  const { part, permissionsOf, profileOf, action } = search;
  const list = { ...parseTeamSearch(search), ...(action === "delete" && ({ action } as const)) };
  if (isPart(part) && part !== "members") return { ...list, part };
  if (action === "add-members") return { ...list, action };
  if (isId(permissionsOf)) return { ...list, permissionsOf };
  return isId(profileOf) ? { ...list, profileOf } : list;
}

function isPart(part: unknown): part is TeamPart {
  return typeof part === "string" && Object.hasOwn(teamParts, part);
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
