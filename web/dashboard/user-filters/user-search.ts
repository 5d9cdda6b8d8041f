import { day, dayStart, matching, oneOf, searchBy, text } from "../lists/address-search";

/** Lists what `method` may be beside the id of a provider. */
export const methodFilters = ["password", "otp", "passkey", "oauth"] as const;

const ofList = {
  /** The search text. */
  q: text,
  /** A way to sign in, or the id of a provider. */
  method: matching(/./),
  email: oneOf("verified", "unverified"),
  state: oneOf("anonymous", "suspended", "restricted", "mfa", "no-mfa"),
  /** The id of a team, whose members are shown. */
  memberOf: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  /** The first and the last day of sign-up, in the time zone of the reader. */
  since: day,
  until: day,
  /** Absent for the time of sign-up. */
  sort: oneOf("active", "name"),
  /** Absent for the newest, the latest or A first. */
  order: oneOf("oldest", "z-a"),
};

/** Reads which users the list shows. Defaults are left out. */
export const parseUserSearch = searchBy(ofList);

export type UserSearch = ReturnType<typeof parseUserSearch>;

/** The same with what is open above the list. */
export const parseUserListSearch = searchBy({ ...ofList, open: oneOf("create", "import", "export") });

export type UserListSearch = ReturnType<typeof parseUserListSearch>;

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
    suspended: state === "suspended" || undefined,
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

/** Tells whether a text is so short that the server finds only names and addresses which begin with it. Two of East Asia are a word. */
export function findsBeginningsOnly(text: string): boolean {
  return [...text].length < 3 && !/^[\u2e80-\u{10ffff}]./u.test(text);
}
