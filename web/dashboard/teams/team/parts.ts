import type { ServerTeam } from "../../../kit/index";
import { msg } from "../../translation/message";
import { parseTeamSearch, type TeamSearch } from "../team-search";

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
