import type { ServerTeam } from "../../kit/index";
import { flag, matching, oneOf, searchBy, text } from "../lists/address-search";
import { msg } from "../translation/message";

/** Reads which teams are listed, and whether one is created. */
export const parseTeamListSearch = searchBy({ q: text, create: flag });

export type TeamListSearch = ReturnType<typeof parseTeamListSearch>;

export type TeamSearch = Pick<TeamListSearch, "q">;

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

const read = searchBy({
  q: text,
  part: oneOf("invitations", "profile", "metadata", "keys", "items"),
  /** The member whose permissions are open. */
  permissionsOf: matching(/./),
  /** The member whose profile in the team is open. */
  profileOf: matching(/./),
  /** The dialog that is open. */
  action: oneOf("add-members", "delete"),
});

/** Holds what the address of a team's page says: the list that leads back, the open part, and what is open in it. */
export type TeamPageSearch = ReturnType<typeof read>;

/** Reads the search of an address; invalid values are left out, and all but one of what is open among the members. */
export function parseTeamPageSearch(search: Record<string, unknown>): TeamPageSearch {
  const { part, permissionsOf, profileOf, action, ...q } = read(search);
  const list = { ...q, ...(action === "delete" && { action }) };
  if (part) return { ...list, part };
  if (action === "add-members") return { ...list, action };
  if (permissionsOf) return { ...list, permissionsOf };
  return profileOf ? { ...list, profileOf } : list;
}
