import type { ServerContactChannel, ServerUser } from "../../../kit/index";
import { msg } from "../../translation/message";
import type { Restriction } from "../restriction";
import { parseUserSearch, type UserSearch } from "../user-search";

/** The user whose page it is, for its parts and dialogs. */
export interface PartProps {
  readonly user: ServerUser;
  readonly channels: readonly ServerContactChannel[];
  readonly restriction: Restriction;
}

/** The parts of the page of a user, by their names in the address. The first is shown where the address names none. */
export const userParts = {
  profile: msg("Profile"),
  "sign-in": msg("Sign-in"),
  "sign-in-help": msg("Sign-in help"),
  sessions: msg("Sessions"),
  teams: msg("Teams"),
  permissions: msg("Permissions"),
  metadata: msg("Metadata"),
  keys: msg("API keys"),
  items: msg("Items"),
  activity: msg("Activity"),
  mails: msg("Emails"),
} as const;

export type UserPart = keyof typeof userParts;

/** Names what is done with a user, by the names of the dialogs in the address. */
const userActions = [
  "impersonate",
  "password-reset",
  "sign-in-link",
  "restrict",
  "lift",
  "delete",
  "add-address",
  "add-to-team",
] as const;

export type UserAction = (typeof userActions)[number];

/** Holds what the address of a user's page says: the list that leads back, the open part, and what is chosen in it. */
export type UserPageSearch = UserSearch & {
  part?: Exclude<UserPart, "profile">;
  /** The team whose permissions are shown; absent for those in the whole project. */
  team?: string;
  /** The dialog that is open. */
  action?: UserAction;
};

/** Reads the search of an address; invalid values are left out. */
export function parseUserPageSearch(search: Record<string, unknown>): UserPageSearch {
  const { part, team } = search;
  const action = userActions.find((each) => each === search.action);
  return {
    ...parseUserSearch(search),
    ...(isPart(part) && part !== "profile" && { part }),
    ...(part === "permissions" && typeof team === "string" && team !== "" && { team }),
    ...(action && { action }),
  };
}

function isPart(part: unknown): part is UserPart {
  return typeof part === "string" && Object.hasOwn(userParts, part);
}
