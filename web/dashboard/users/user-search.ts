import { dayOf } from "../../ui/text/date-text";

/** Lists what `method` may be beside the id of a provider. */
export const methodFilters = ["password", "otp", "passkey", "oauth"] as const;
export const emailFilters = ["verified", "unverified"] as const;
const sorts = ["active", "name"] as const;
const orders = ["oldest", "z-a"] as const;
export const stateFilters = ["anonymous", "restricted", "mfa", "no-mfa"] as const;

/** Says which users the list shows, as it appears in the address. Defaults are left out. */
export type UserSearch = {
  /** The search text. */
  q?: string;
  /** A way to sign in, or the id of a provider. */
  method?: string;
  email?: (typeof emailFilters)[number];
  state?: (typeof stateFilters)[number];
  /** The id of a team, whose members are shown. */
  memberOf?: string;
  /** The first and the last day of sign-up, such as 2027-01-31, in the time zone of the reader. */
  since?: string;
  until?: string;
  /** Absent for the time of sign-up. */
  sort?: (typeof sorts)[number];
  /** Absent for the newest, the latest or A first. */
  order?: (typeof orders)[number];
};

const dialogs = ["create", "import", "export"] as const;

/** Holds what the address of the list says: which users, and what is open above them. */
export type UserListSearch = UserSearch & { open?: (typeof dialogs)[number] };

/** The users that a search shows, as the server is asked for them. */
export function listedUsers(search: UserSearch) {
  const { q, method, email, state, memberOf, since, until, order } = search;
  const sort = sortOf(search);
  const isMethod = methodFilters.find((each) => each === method);
  return {
    query: q,
    sign_in_method: isMethod,
    oauth_provider: isMethod ? undefined : method,
    primary_email_verified: email && email === "verified",
    is_anonymous: state === "anonymous" || undefined,
    restricted: state === "restricted" || undefined,
    requires_totp_mfa: state === "mfa" ? true : state === "no-mfa" ? false : undefined,
    team_id: memberOf,
    signed_up_since_millis: since === undefined ? undefined : dayStart(since),
    signed_up_until_millis: until === undefined ? undefined : dayStart(until, 1) - 1,
    order_by: sort ? orderBy[sort] : "signed_up_at",
    desc: sort === "name" ? order === "z-a" : order !== "oldest",
  } as const;
}

export type ListedUsers = ReturnType<typeof listedUsers>;

const orderBy = { active: "last_active_at", name: "display_name" } as const;

/** Returns what the list is sorted by; undefined for the time of sign-up, by which a search and the members of a team always are. */
export function sortOf({ sort, q, memberOf }: UserSearch): UserSearch["sort"] {
  return q === undefined && memberOf === undefined ? sort : undefined;
}

/** Tells whether the list leaves users out. */
export function isFiltered({ sort: _sort, order: _order, ...filters }: UserSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Reads the search of an address; invalid values are left out. */
export function parseUserSearch(search: Record<string, unknown>): UserSearch {
  const email = emailFilters.find((each) => each === search.email);
  const state = stateFilters.find((each) => each === search.state);
  const sort = sorts.find((each) => each === search.sort);
  const order = orders.find((each) => each === search.order);
  return {
    // The router parses a search for digits, `true` or `false` as a number or a boolean.
    ...(isScalar(search.q) && search.q !== "" && { q: String(search.q) }),
    ...(typeof search.method === "string" && search.method !== "" && { method: search.method }),
    ...(email && { email }),
    ...(state && { state }),
    ...(isUuid(search.memberOf) && { memberOf: search.memberOf }),
    ...(isDay(search.since) && { since: search.since }),
    ...(isDay(search.until) && { until: search.until }),
    ...(sort && { sort }),
    ...(order && { order }),
  };
}

/** The same with what is open above the list. */
export function parseUserListSearch(search: Record<string, unknown>): UserListSearch {
  const open = dialogs.find((dialog) => dialog === search.open);
  return { ...parseUserSearch(search), ...(open && { open }) };
}

/** Tells whether a text is so short that the server finds only names and addresses which begin with it. */
export function findsBeginningsOnly(text: string): boolean {
  return [...text].length < 3;
}

/** Returns when a day begins in the time zone of the reader, or one that is some days later. */
export function dayStart(day: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}

function isDay(value: unknown): value is string {
  return (
    typeof value === "string" && /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && dayOf(new Date(dayStart(value))) === value
  );
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
