import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { LOCAL_INTERNAL_KEYS, newProjectKey, randomSecret } from "../dev/local-secrets";
import { REPOSITORY } from "../platform/wrangler";

/** Plain variables; all are needed. */
const VARIABLES = ["API_URL", "WEB_URL", "MAIL_FROM"] as const;

const ADDRESSES = ["API_URL", "WEB_URL"] as const;

/** Lists what a deployment has unless it is switched off. */
const SWITCHES = ["EMAIL_SANDBOX", "READ_REPLICATION"] as const;

/** Secrets that a first deployment makes up when they are not given. */
const GENERATED = {
  SERVER_SECRET: randomSecret,
  INTERNAL_PUBLISHABLE_CLIENT_KEY: () => newProjectKey("pck"),
  INTERNAL_SECRET_SERVER_KEY: () => newProjectKey("ssk"),
  INTERNAL_SUPER_SECRET_ADMIN_KEY: () => newProjectKey("sak"),
} as const;

/** Secrets that are passed on when they are given. */
const OPTIONAL =
  /^(SERVER_SECRET_PREVIOUS|SERVER_SECRET_NEXT|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|STRIPE_PUBLISHABLE_KEY|STRIPE_API_URL|SVIX_API_KEY|SVIX_API_URL|RESEND_API_URL|WEBHOOK_TIMEOUT_MS|COSTLY_HASH_SECONDS|PROJECT_RENDERINGS_PER_MINUTE|PROJECT_EMAILS_PER_HOUR|PROJECT_STORAGE_MIB|PROJECT_STORAGE_ROWS|SHARD_STORAGE_MIB|PROJECTS_PER_OWNER|CRON_SECRET|AI_API_URL|AI_API_KEY|AI_MODEL|AI_TIMEOUT_MS|PASSWORD_RANGE_API_URL|INTEGRATION_CLIENTS|SHARED_OAUTH_\w+_CLIENT_(ID|SECRET))$/;

export interface DeploySettings {
  vars: Record<(typeof VARIABLES)[number], string>;
  /** Secrets that were given, by environment or by an earlier deployment's file. */
  secrets: Record<string, string>;
  /** Variables without which nothing can be deployed. */
  missing: string[];
  /** Says what must not be deployed, in words. */
  refused: string[];
  /** Is true if the Worker gets the loader of isolates, which needs a paid plan. */
  hasSandbox: boolean;
  /** Is true if the databases have replicas near their readers. */
  hasReplicas: boolean;
  /** Names the file that keeps generated secrets. */
  file: string;
}

/**
 * Reads what a deployment needs from `.deploy.vars` (made by the first deployment, git-ignored) and from the
 * environment, which wins.
 */
export function readDeploySettings(
  env: NodeJS.ProcessEnv,
  file = path.join(REPOSITORY, ".deploy.vars"),
): DeploySettings {
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const given = (name: string) => env[name] || kept[name] || "";
  const secretNames = [...Object.keys(GENERATED), "SMTP_URL", ...Object.keys({ ...kept, ...env }).filter(isOptional)];
  return {
    vars: { API_URL: given("API_URL"), WEB_URL: given("WEB_URL"), MAIL_FROM: given("MAIL_FROM") },
    secrets: Object.fromEntries(secretNames.filter(given).map((name) => [name, given(name)])),
    missing: [...VARIABLES, "SMTP_URL"].filter((name) => !given(name)),
    refused: [
      ...ADDRESSES.filter((name) => given(name) && !isOrigin(given(name))).map(
        (name) => `${name} must be an address without a path, such as https://login.example.com.`,
      ),
      ...(given("API_URL") && given("API_URL") === given("WEB_URL")
        ? ["API_URL and WEB_URL must be two hosts: one is the Worker's, the other that of the site."]
        : []),
      ...(given("MAIL_FROM") && !given("MAIL_FROM").includes("@") ? ["MAIL_FROM must have an email address."] : []),
      ...(given("SMTP_URL") && !/^smtps?:\/\/./.test(given("SMTP_URL"))
        ? ["SMTP_URL must begin with smtp:// or smtps://, such as smtp://user:password@mail.example.com:587."]
        : []),
      ...ADDRESSES.filter((name) => given(name) && !given(name).startsWith("https://")).map(
        (name) => `${name} must begin with https://: without TLS, everyone on the way reads the tokens.`,
      ),
      ...SWITCHES.filter((name) => !["", "on", "off"].includes(given(name))).map(
        (name) => `${name} must be "on" or "off".`,
      ),
      ...Object.entries(LOCAL_INTERNAL_KEYS)
        .filter(([name, localKey]) => given(name) === localKey)
        .map(([name]) => `${name} is the key of every developer's machine; a deployment needs one of its own.`),
    ],
    hasSandbox: given("EMAIL_SANDBOX") !== "off",
    hasReplicas: given("READ_REPLICATION") !== "off",
    file,
  };
}

/** Names of the secrets that `completeSecrets` would make up if the Worker has none of them yet. */
export function secretsToGenerate({ secrets }: DeploySettings): string[] {
  return Object.keys(GENERATED).filter((name) => !(name in secrets));
}

/**
 * The given secrets, and new ones for what neither we nor the deployed Worker have; new ones are kept in the file. A
 * secret that only the deployed Worker has stays as it is: a new SERVER_SECRET would lock out every session.
 */
export function completeSecrets(settings: DeploySettings, deployed: string[]): Record<string, string> {
  const secrets = { ...settings.secrets };
  for (const [name, generate] of Object.entries(GENERATED)) {
    if (name in secrets || deployed.includes(name)) continue;
    secrets[name] = generate();
    appendFileSync(settings.file, `${name}=${secrets[name]}\n`, { mode: 0o600 });
  }
  return secrets;
}

function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.pathname === "/" && !url.search && !url.hash;
}

function isOptional(name: string): boolean {
  return OPTIONAL.test(name);
}
