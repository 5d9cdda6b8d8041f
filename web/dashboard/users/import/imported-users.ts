import type { Json } from "../../../kit/requests/json";
import { checkEmail, isAcceptableLength } from "../../../react/forms/credential-rules";
import { msg } from "../../translation/message";
import type { Translate } from "../../translation/use-translation";

/** Limits how many users one file may have. */
export const maxRows = 5_000;

/**
 * Lists what a column can become: the fields of `POST /users` that a file can hold, with what their cells hold. The parts of a name
 * are the display name of those who have no other. A proof is a flag, a time since when it holds, or a list of proven addresses.
 */
export const fields = {
  display_name: { label: msg("Display name"), kind: "text" },
  given_name: { label: msg("First name"), kind: "text" },
  family_name: { label: msg("Last name"), kind: "text" },
  primary_email: { label: msg("Email"), kind: "text" },
  primary_email_verified: { label: msg("Email verified (yes or no)"), kind: "proof" },
  primary_email_auth_enabled: { label: msg("Email used for sign-in (yes or no)"), kind: "flag" },
  password: { label: msg("Password"), kind: "text" },
  password_hash: { label: msg("Password hash"), kind: "text" },
  otp_auth_enabled: { label: msg("Sign-in by email code (yes or no)"), kind: "flag" },
  is_anonymous: { label: msg("Anonymous (yes or no)"), kind: "flag" },
  profile_image_url: { label: msg("Profile image address"), kind: "text" },
  client_metadata: { label: msg("Client metadata (JSON)"), kind: "json" },
  client_read_only_metadata: { label: msg("Client read-only metadata (JSON)"), kind: "json" },
  server_metadata: { label: msg("Server metadata (JSON)"), kind: "json" },
} as const;

export type ImportField = keyof typeof fields;
export const importFields = Object.keys(fields) as ImportField[];
type Kind = (typeof fields)[ImportField]["kind"];

/** A file as rows of cells below the names of its columns. A cell of JSON may be any value. */
export interface ImportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The field of each column, or null for one that is left out. */
export type Mapping = readonly (ImportField | null)[];

type NamePart = "given_name" | "family_name";
type Value = { text: string; flag: boolean; proof: boolean; json: Json };

/** The fields of a user, as far as a file has them. */
export type ImportedUser = {
  readonly [Field in Exclude<ImportField, NamePart>]?: Value[(typeof fields)[Field]["kind"]];
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
  // Our own files say of each user whether they have chosen codes: not having done so is not switching them off.
  const isOwnFile = columns.includes("has_password");
  const switchedOff = columns.indexOf("otp_auth_switched_off");
  return rows.map((cells, index) => {
    const line = index + 1;
    const values: Partial<Record<ImportField, unknown>> = {};
    const problems: string[] = [];
    // First: the cells after the one too many are in the wrong columns.
    if (cells.length > columns.length) {
      problems.push(t("It has more columns than the header. Put a value with a comma in it in quotes."));
    }
    const email = cells[mapping.indexOf("primary_email")];
    mapping.forEach((field, column) => {
      const cell = cells[column];
      if (field === null || cell === undefined || cell === null || cell === "") return;
      const value = cellValue(fields[field].kind, cell, email);
      if (value === undefined) problems.push(unreadable(field, t));
      else values[field] = value;
    });
    if (isOwnFile && flagOf(cells[switchedOff]) !== true && values.otp_auth_enabled === false) {
      delete values.otp_auth_enabled;
    }
    const user = userOf(values);
    return { line, cells, user, problem: problems[0] ?? problemOf(user, line, seen, t) };
  });
}

function userOf({ given_name, family_name, ...user }: Partial<Record<ImportField, unknown>>): ImportedUser {
  const parts = [given_name, family_name].filter((part) => part !== undefined);
  const isNamed = user.display_name !== undefined || parts.length === 0;
  return (isNamed ? user : { display_name: parts.join(" "), ...user }) as ImportedUser;
}

/** Returns what a cell holds, or undefined where it cannot be read, such as what was lost when the file was made. */
function cellValue(kind: Kind, cell: unknown, email: unknown): unknown {
  if (typeof cell === "string" && cell.includes("\ufffd")) return undefined;
  if (kind === "json") return typeof cell === "string" ? parsedJson(cell) : cell;
  if (kind === "flag") return flagOf(cell);
  if (kind === "proof") return flagOf(cell) ?? proofOf(cell, email);
  return typeof cell === "object" ? undefined : String(cell).trim() || undefined;
}

/** A time means that it was proven then, and addresses that those are. */
function proofOf(cell: unknown, email: unknown): boolean | undefined {
  const text = (Array.isArray(cell) ? cell.join(" ") : String(cell)).toLowerCase();
  if (/^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/.test(text)) return true;
  return text.includes("@") ? text.split(/[\s,;|]+/).includes(String(email).trim().toLowerCase()) : undefined;
}

function flagOf(cell: unknown): boolean | undefined {
  if (typeof cell === "boolean") return cell;
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
  if (fields[field].kind !== "text" && fields[field].kind !== "json")
    return t("“{field}” is neither yes nor no.", { field: t(fields[field].label) });
  return t("“{field}” cannot be read.", { field: t(fields[field].label) });
}

function problemOf(user: ImportedUser, line: number, seen: Map<string, number>, t: Translate): string | undefined {
  const { primary_email: email, password, password_hash: hash } = user;
  if (Object.keys(user).length === 0) return t("The row is empty.");
  if (typeof email === "string") {
    const isEmail = checkEmail(t)(email);
    if (isEmail !== true) return isEmail;
    const first = seen.get(email.toLowerCase());
    if (first !== undefined) return t("Row {line} has the same email address.", { line: first });
    seen.set(email.toLowerCase(), line);
  } else if (user.primary_email_verified === true || user.primary_email_auth_enabled === true) {
    return t("It has no email address that could be verified or used for sign-in.");
  } else if (password !== undefined || hash !== undefined) {
    return t("It has a password, but no email address to sign in with.");
  }
  if (hash !== undefined && !/^\$(2[aby]\$\d\d\$[./\w]{53}$|argon2id|scrypt|pbkdf2)/.test(hash)) {
    return t("The password hash is of no kind that can be checked here: bcrypt, Argon2id, scrypt or PBKDF2.");
  }
  if (typeof password === "string" && !isAcceptableLength(password)) return t("The password is too short or too long.");
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
