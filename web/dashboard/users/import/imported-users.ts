import type { Json } from "../../../kit/requests/json";
import { checkEmail, isAcceptableLength } from "../../../react/forms/credential-rules";
import { msg } from "../../translation/message";
import type { Translate } from "../../translation/use-translation";

/** Limits how many users one file may have. */
export const maxRows = 5_000;

/** Lists what a column can become: the fields of `POST /users` that a file can hold, with what their cells hold. */
export const fields = {
  display_name: { label: msg("Display name"), kind: "text" },
  primary_email: { label: msg("Email"), kind: "text" },
  primary_email_verified: { label: msg("Email verified (yes or no)"), kind: "flag" },
  primary_email_auth_enabled: { label: msg("Email used for sign-in (yes or no)"), kind: "flag" },
  password: { label: msg("Password"), kind: "text" },
  password_hash: { label: msg("Password hash (bcrypt)"), kind: "text" },
  otp_auth_enabled: { label: msg("Sign-in by email code (yes or no)"), kind: "flag" },
  profile_image_url: { label: msg("Profile image address"), kind: "text" },
  client_metadata: { label: msg("Client metadata (JSON)"), kind: "json" },
  client_read_only_metadata: { label: msg("Client read-only metadata (JSON)"), kind: "json" },
  server_metadata: { label: msg("Server metadata (JSON)"), kind: "json" },
} as const;

export type ImportField = keyof typeof fields;
type Kind = (typeof fields)[ImportField]["kind"];

/** A file as rows of cells below the names of its columns. A cell of JSON may be any value. */
export interface ImportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The field of each column, or null for one that is left out. */
export type Mapping = readonly (ImportField | null)[];

/** The fields of a user, as far as a file has them. */
export type ImportedUser = {
  readonly [Field in ImportField]?: { text: string; flag: boolean; json: Json }[(typeof fields)[Field]["kind"]];
};

/** A row that is ready to be sent, or why it cannot be. `line` counts from 1. */
export interface ImportRow {
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly user: ImportedUser;
  readonly problem: string | undefined;
}

/** Reads an array of objects of JSON, or one below the name `users` or `items`. Null when it is none. */
export function tableOfJson(value: unknown): ImportTable | null {
  const list = Array.isArray(value) ? value : isObject(value) ? (value.users ?? value.items) : undefined;
  if (!Array.isArray(list) || !list.every(isObject)) return null;
  const columns = [...new Set(list.flatMap((user) => Object.keys(user)))];
  return {
    columns,
    rows: list.map((user) => columns.map((column) => (Object.hasOwn(user, column) ? user[column] : undefined))),
  };
}

/** Other names that files have for fields, without punctuation. */
const synonyms: Partial<Record<ImportField, readonly string[]>> = {
  display_name: ["name", "fullname", "username"],
  primary_email: ["email", "emailaddress", "mail"],
  primary_email_verified: ["emailverified", "verified", "isverified"],
  password_hash: ["passwordhash", "passworddigest", "hashedpassword"],
  profile_image_url: ["picture", "avatar", "avatarurl", "photourl", "image", "imageurl"],
  client_metadata: ["publicmetadata", "usermetadata"],
  server_metadata: ["privatemetadata", "appmetadata", "metadata"],
};

/** The mapping that the names of the columns suggest; no field twice. */
export function suggestMapping(columns: readonly string[]): Mapping {
  const taken = new Set<ImportField>();
  return columns.map((column) => {
    const name = plain(column);
    const field = (Object.keys(fields) as ImportField[]).find(
      (field) => !taken.has(field) && (plain(field) === name || synonyms[field]?.includes(name)),
    );
    if (field) taken.add(field);
    return field ?? null;
  });
}

/** Names of columns with times, which no user is created with. */
const times: readonly string[] = [
  "created",
  "createdat",
  "createdatmillis",
  "signedupat",
  "signedupatmillis",
  "signupdate",
  "updatedat",
  "lastactiveat",
  "lastactiveatmillis",
  "lastlogin",
  "lastloginat",
  "lastsigninat",
];

/** Tells whether a column has a time of a user, such as that of the sign-up: it can be no field. */
export function isTimeColumn(column: string): boolean {
  return times.includes(plain(column));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns why no row can be imported by a mapping, or undefined. */
export function mappingProblem(mapping: Mapping, t: Translate): string | undefined {
  const used = mapping.filter((field) => field !== null);
  if (used.length === 0) return t("Choose what at least one column is.");
  const twice = used.find((field, at) => used.indexOf(field) !== at);
  if (twice) return t("Two columns are “{field}”. Leave one out.", { field: t(fields[twice].label) });
  if (used.includes("password") && used.includes("password_hash")) {
    return t("Import either passwords or their hashes.");
  }
  return undefined;
}

/** The users of a file by a mapping, each with what is wrong with it. */
export function importRows({ columns, rows }: ImportTable, mapping: Mapping, t: Translate): ImportRow[] {
  const seen = new Map<string, number>();
  return rows.map((cells, index) => {
    const line = index + 1;
    const user: Record<string, unknown> = {};
    const problems: string[] = [];
    // First: the cells after the one too many are in the wrong columns.
    if (cells.length > columns.length) {
      problems.push(t("It has more columns than the header. Put a value with a comma in it in quotes."));
    }
    mapping.forEach((field, column) => {
      const cell = cells[column];
      if (field === null || cell === undefined || cell === null || cell === "") return;
      const value = cellValue(fields[field].kind, cell);
      if (value === undefined) problems.push(unreadable(field, t));
      else user[field] = value;
    });
    return { line, cells, user, problem: problems[0] ?? problemOf(user, line, seen, t) };
  });
}

function cellValue(kind: Kind, cell: unknown): unknown {
  if (kind === "json") return typeof cell === "string" ? parsedJson(cell) : cell;
  if (kind === "flag") return typeof cell === "boolean" ? cell : flagOf(cell);
  return typeof cell === "object" ? undefined : String(cell).trim() || undefined;
}

function flagOf(cell: unknown): boolean | undefined {
  const text = String(cell).trim().toLowerCase();
  if (["true", "yes", "y", "1"].includes(text)) return true;
  return ["false", "no", "n", "0"].includes(text) ? false : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(field: ImportField, t: Translate): string {
  if (fields[field].kind === "flag") return t("“{field}” is neither yes nor no.", { field: t(fields[field].label) });
  return t("“{field}” cannot be read.", { field: t(fields[field].label) });
}

function problemOf(user: ImportedUser, line: number, seen: Map<string, number>, t: Translate): string | undefined {
  const { primary_email: email, password } = user;
  if (Object.keys(user).length === 0) return t("The row is empty.");
  if (typeof email === "string") {
    const isEmail = checkEmail(t)(email);
    if (isEmail !== true) return isEmail;
    const first = seen.get(email.toLowerCase());
    if (first !== undefined) return t("Row {line} has the same email address.", { line: first });
    seen.set(email.toLowerCase(), line);
  } else if (user.primary_email_verified === true || user.primary_email_auth_enabled === true) {
    return t("It has no email address that could be verified or used for sign-in.");
  }
  if (typeof password === "string" && !isAcceptableLength(password)) return t("The password is too short or too long.");
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
