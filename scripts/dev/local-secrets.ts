import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { parseEnv } from "node:util";

/**
 * Keys of the internal project that anybody can read here, for short-lived Workers on data of their own. The publishable key is every
 * clone's, as sites are built with it.
 */
export const LOCAL_INTERNAL_KEYS = {
  INTERNAL_PUBLISHABLE_CLIENT_KEY: "pck_10ca10n1ypvb11shab1ec11entkey0000000000000000",
  INTERNAL_SECRET_SERVER_KEY: "ssk_10ca10n1ysecretserverkey000000000000000000000",
  INTERNAL_SUPER_SECRET_ADMIN_KEY: "sak_10ca10n1ysvpersecretadm1nkey00000000000000000",
} as const;

export type LocalSecrets = Record<"SERVER_SECRET" | keyof typeof LOCAL_INTERNAL_KEYS, string>;

/** Makes the keys that each clone has of its own. */
const ownKeys = {
  INTERNAL_SECRET_SERVER_KEY: () => newProjectKey("ssk"),
  INTERNAL_SUPER_SECRET_ADMIN_KEY: () => newProjectKey("sak"),
} as const;

/**
 * Reads the variables of `file`, which the first call makes and later calls keep. A new SERVER_SECRET would lock out every
 * session and every sealed column of the local database. Secret keys that are missing, or that anybody knows, are made anew.
 */
export async function readVarsFile(file: string): Promise<Record<string, string>> {
  const text = existsSync(file) ? await readFile(file, "utf8") : firstContents();
  const vars = parseEnv(text) as Record<string, string>;
  const names = (Object.keys(ownKeys) as (keyof typeof ownKeys)[]).filter(
    (name) => !vars[name] || vars[name] === LOCAL_INTERNAL_KEYS[name],
  );
  if (names.length === 0) return vars;
  const kept = text.split("\n").filter((line) => !names.some((name) => line.startsWith(`${name}=`)));
  const made = names.map((name) => `${name}=${ownKeys[name]()}\n`);
  const contents = `${kept.join("\n").trimEnd()}\n${made.join("")}`;
  await writeFile(file, contents, { mode: 0o600 });
  return parseEnv(contents) as Record<string, string>;
}

/** The local secrets of `file`, see {@link readVarsFile}, along with its other variables. */
export async function readLocalSecrets(file: string): Promise<LocalSecrets & Record<string, string>> {
  return withLocalKeys(await readVarsFile(file), file);
}

/** Adds the publishable key that is every clone's where `vars` has none. @throws Error when SERVER_SECRET is missing */
export function withLocalKeys(vars: Record<string, string>, file: string): LocalSecrets & Record<string, string> {
  if (!vars.SERVER_SECRET) throw new Error(`${file} needs SERVER_SECRET; delete the file to have it made again.`);
  const { INTERNAL_PUBLISHABLE_CLIENT_KEY } = LOCAL_INTERNAL_KEYS;
  return { INTERNAL_PUBLISHABLE_CLIENT_KEY, ...vars } as LocalSecrets & Record<string, string>;
}

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** A key of the internal project, in the form of every project key: 45 characters of Crockford base-32. */
export function newProjectKey(prefix: "pck" | "ssk" | "sak"): string {
  return `${prefix}_${Array.from(randomBytes(45), (byte) => CROCKFORD[byte % CROCKFORD.length]).join("")}`;
}

/** 256 random bits as text, for SERVER_SECRET. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

function firstContents(): string {
  const lines = [
    "# Local secrets, made by the first `npm run dev`. Never used by a deployment.",
    `SERVER_SECRET=${randomSecret()}`,
    "# The internal project's keys. Only the publishable one is the same on every developer's machine.",
    `INTERNAL_PUBLISHABLE_CLIENT_KEY=${LOCAL_INTERNAL_KEYS.INTERNAL_PUBLISHABLE_CLIENT_KEY}`,
  ];
  return `${lines.join("\n")}\n`;
}
