import type { ServerContactChannel, ServerUser } from "../../../kit/index";
import { keyOf, matching, oneOf, searchBy } from "../../lists/address-search";
import { msg } from "../../translation/message";
import { parseUserSearch, type UserSearch } from "../../user-filters/user-search";
import type { Suspension } from "../suspension";

/** The user whose page it is, for its parts and dialogs. */
export interface PartProps {
  readonly user: ServerUser;
  readonly channels: readonly ServerContactChannel[];
  readonly suspension: Suspension;
}

/** The parts of the page of a user, by their names in the address. The first is shown where the address names none. */
export const userParts = {
  profile: msg("Profile"),
  "sign-in": msg("Sign-in"),
  access: msg("Teams and access"),
  data: msg("Data"),
  history: msg("History"),
} as const;

export type UserPart = keyof typeof userParts;

/** The parts by what they were called when each card was one, for addresses that people have kept. */
const formerParts: Readonly<Record<string, UserPart>> = {
  "sign-in-help": "sign-in",
  sessions: "sign-in",
  teams: "access",
  permissions: "access",
  keys: "access",
  metadata: "data",
  items: "data",
  activity: "history",
  mails: "history",
};

const read = searchBy({
  part: keyOf(userParts),
  /** The team whose permissions are shown; absent for those in the whole project. */
  team: matching(/./),
  /** The dialog that is open. */
  action: oneOf(
    "impersonate",
    "password-reset",
    "sign-in-link",
    "suspend",
    "lift",
    "restrict",
    "delete",
    "add-address",
    "add-to-team",
  ),
});

type OfUser = ReturnType<typeof read>;

export type UserAction = NonNullable<OfUser["action"]>;

/** Holds what the address of a user's page says: the list that leads back, the open part, and what is chosen in it. */
export type UserPageSearch = UserSearch & Omit<OfUser, "part"> & { part?: Exclude<UserPart, "profile"> };

/** Reads the search of an address; invalid values are left out. */
export function parseUserPageSearch(search: Record<string, unknown>): UserPageSearch {
  const named = String(search.part);
  const former = Object.hasOwn(formerParts, named) ? formerParts[named] : undefined;
  const { part, team, ...action } = read(former ? { ...search, part: former } : search);
  return {
    ...parseUserSearch(search),
    ...(part && part !== "profile" && { part }),
    ...(part === "access" && team && { team }),
    ...action,
  };
}
