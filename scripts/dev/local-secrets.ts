import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { parseEnv } from "node:util";

/**
 * Keys of the internal project on a developer's machine. They are the same everywhere, so that examples and scripts can
 * name them, and open nothing but a local database. A deployment makes its own.
 */
export const LOCAL_INTERNAL_KEYS = {
  INTERNAL_PUBLISHABLE_CLIENT_KEY: "pck_10ca10n1ypvb11shab1ec11entkey0000000000000000",
  INTERNAL_SECRET_SERVER_KEY: "ssk_10ca10n1ysecretserverkey000000000000000000000",
  INTERNAL_SUPER_SECRET_ADMIN_KEY: "sak_10ca10n1ysvpersecretadm1nkey00000000000000000",
} as const;

export type LocalSecrets = Record<"SERVER_SECRET" | keyof typeof LOCAL_INTERNAL_KEYS, string>;

/**
 * Reads the variables of `file`, which the first call makes and later calls keep. A new SERVER_SECRET would lock out every
 * session and every sealed column of the local database.
 */
export async function readVarsFile(file: string): Promise<Record<string, string>> {
  if (!existsSync(file)) await writeFile(file, firstContents(), { mode: 0o600 });
  return parseEnv(await readFile(file, "utf8")) as Record<string, string>;
}

/** The local secrets of `file`, see {@link readVarsFile}, along with its other variables. */
export async function readLocalSecrets(file: string): Promise<LocalSecrets & Record<string, string>> {
  return withLocalKeys(await readVarsFile(file), file);
}

/** Adds the internal project's local keys where `vars` has none. @throws Error when SERVER_SECRET is missing */
export function withLocalKeys(vars: Record<string, string>, file: string): LocalSecrets & Record<string, string> {
  const { SERVER_SECRET } = vars;
  if (!SERVER_SECRET) throw new Error(`${file} needs SERVER_SECRET; delete the file to have it made again.`);
  return { ...LOCAL_INTERNAL_KEYS, ...vars, SERVER_SECRET };
}

/** 256 random bits as text, for SERVER_SECRET. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

function firstContents(): string {
  const lines = [
    "# Local secrets, made by the first `npm run dev`. Never used by a deployment.",
    `SERVER_SECRET=${randomSecret()}`,
    "# The internal project's keys: the same on every developer's machine, local only.",
    ...Object.entries(LOCAL_INTERNAL_KEYS).map(([name, value]) => `${name}=${value}`),
  ];
  return `${lines.join("\n")}\n`;
}
