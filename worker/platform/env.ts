import * as z from "zod";
import type { Shares } from "../protocol/endpoint";
import { type IntegrationClient, IntegrationClients } from "./integration-clients";
import { isLocalhost } from "./localhost";
import type { ServerSecrets } from "./server-secret";

const secret = z.string().min(32);

const Settings = z.object({
  API_URL: z.url(),
  WEB_URL: z.url(),
  SERVER_SECRET: secret,
  SERVER_SECRET_PREVIOUS: secret.optional(),
  SERVER_SECRET_NEXT: secret.optional(),
  INTERNAL_PUBLISHABLE_CLIENT_KEY: z.string().min(1),
  INTERNAL_SECRET_SERVER_KEY: z.string().min(1),
  INTERNAL_SUPER_SECRET_ADMIN_KEY: z.string().min(1),
  SMTP_URL: z.string(),
  MAIL_FROM: z.string(),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(30).default(600),
  OUTBOUND_TIMEOUT_MS: z.coerce.number().int().min(1).default(8000),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  COSTLY_HASH_SECONDS: z.coerce.number().int().min(1).default(30),
  PROJECT_RENDERINGS_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  PROJECT_EMAILS_PER_HOUR: z.coerce.number().int().min(1).default(1000),
  PROJECT_STORAGE_MIB: z.coerce.number().int().min(1).max(1_000_000_000).default(1024),
  PROJECT_STORAGE_ROWS: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(2_000_000),
  SHARD_STORAGE_MIB: z.coerce.number().int().min(1).max(1_000_000_000).default(9536),
  PROJECTS_PER_OWNER: z.coerce.number().int().min(1).default(50),
  PASSWORD_HASH_COST: z.enum(["standard", "minimal"]).default("standard"),
  PASSWORD_RANGE_API_URL: z.url().optional(),
  AI_API_URL: z.url().optional(),
  AI_API_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).optional(),
  AI_TIMEOUT_MS: z.coerce.number().int().min(1).default(120_000),
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(1).max(15_000).default(15_000),
  SVIX_API_KEY: z.string().min(1).optional(),
  SVIX_API_URL: z.url().default("https://api.svix.com"),
  RESEND_API_URL: z.url().default("https://api.resend.com"),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  STRIPE_API_URL: z.url().optional(),
  INTEGRATION_CLIENTS: IntegrationClients.optional(),
  SHARED_OAUTH_ISSUER: z.url().optional(),
  SHARED_OAUTH_ACCESS_TOKENS: z.enum(["on", "off"]).default("off"),
  CRON_SECRET: secret.optional(),
  TRACE: z.string().optional(),
  REQUEST_LOG: z.enum(["on", "off"]).default("off"),
});

/** Says what new hashes of passwords cost: what a deployment needs, or next to nothing, for tests of anything else. */
export type PasswordHashCost = z.infer<typeof Settings>["PASSWORD_HASH_COST"];

/** Each variable's default; undefined where it has none. */
export function variableDefaults(): Record<VariableName, unknown> {
  const defaults = Object.entries(Settings.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? field.def.defaultValue : undefined,
  ]);
  return Object.fromEntries(defaults);
}

/** The variables without which the Worker does not start. */
export function requiredVariables(): Set<string> {
  const required = Object.entries(Settings.shape).filter(([, field]) => !field.isOptional());
  return new Set(required.map(([name]) => name));
}

export type VariableName = keyof typeof Settings.shape;

/** The names of all variables, without those of the OAuth clients that projects share. */
export const settingNames: readonly string[] = Object.keys(Settings.shape);

/** The names of the two variables with the client that projects share at a provider, such as `google`. */
export function sharedClientNames(provider: string): [id: string, secret: string] {
  const prefix = `SHARED_OAUTH_${provider.toUpperCase()}_CLIENT`;
  return [`${prefix}_ID`, `${prefix}_SECRET`];
}

/** Lists how the internal project's keys begin, each by its tier. */
const keyPrefixes = {
  INTERNAL_PUBLISHABLE_CLIENT_KEY: "pck_",
  INTERNAL_SECRET_SERVER_KEY: "ssk_",
  INTERNAL_SUPER_SECRET_ADMIN_KEY: "sak_",
} as const;

/** A client that this instance is at a provider. */
export interface OAuthClientKeys {
  clientId: string;
  clientSecret: string;
}

/** The model behind the assistant, at an interface as OpenAI has it. */
export interface AssistantModel {
  /** Its base, such as `https://api.openai.com/v1`, without a trailing slash. */
  url: string;
  key: string;
  model: string;
  /** Longest time for one response. */
  timeoutMs: number;
}

/** Svix, or a server with its API. */
export interface SvixService {
  /** Without a trailing slash. */
  url: string;
  key: string;
}

/** Stripe, or a server with its API. */
export interface StripeService {
  secretKey: string;
  /** Events are signed with this; undefined where none are received. */
  webhookSecret: string | undefined;
  /** Browsers send cards to Stripe with this; undefined where none do. */
  publishableKey: string | undefined;
  /** A server in place of Stripe, without a trailing slash. */
  apiUrl: string | undefined;
  /** Longest time for one request to it. */
  timeoutMs: number;
}

/** Holds what the Worker is configured with: the plain variables and secrets of its environment, checked. */
export interface Settings {
  /** Public address of the API, without a trailing slash: the base of token issuers. */
  apiUrl: string;
  /** Public address of the site, without a trailing slash. */
  webUrl: string;
  /** The root secret, from which signing and sealing keys derive; the previous and the next one verify and open. */
  serverSecrets: ServerSecrets;
  internalKeys: { publishableClientKey: string; secretServerKey: string; superSecretAdminKey: string };
  smtpUrl: string;
  mailFrom: string;
  accessTokenSeconds: number;
  /** Longest time for one request to another server, such as an OAuth provider. */
  outboundTimeoutMs: number;
  /** Is the address at which passwords are looked up in breaches, without a trailing slash. */
  passwordRangeApiUrl: string | undefined;
  /** Undefined where none is configured. */
  assistant: AssistantModel | undefined;
  /** Undefined where webhooks are sent by the instance itself. */
  svix: SvixService | undefined;
  /** Is the address to which emails of projects that have Resend's SMTP server are sent, without a trailing slash. */
  resendApiUrl: string;
  /** Undefined where no money moves, and purchases are made in test mode alone. */
  stripe: StripeService | undefined;
  /** Scheduled work is requested by hand with this; undefined where it is not. */
  cronSecret: string | undefined;
  /** Longest time for a receiver of a webhook. */
  webhookTimeoutMs: number;
  /** The clients of integrations, each with an id of its own. */
  integrationClients: readonly IntegrationClient[];
  sharedOAuth: {
    /** Development: every shared provider is this one OpenID issuer. */
    issuer: string | undefined;
    /** Development: users get their access tokens of that issuer, which those of a real provider would not be given. */
    givesTokens: boolean;
    /** The keys that projects share, by the provider's name in lower case. */
    clients: ReadonlyMap<string, OAuthClientKeys>;
  };
  /** Limits what a project may have in a window that has no shares of its own. */
  projectShares: Shares;
  /** Limits what a project may store that has no quota of its own. */
  projectStorage: { maxBytes: number; maxRows: number };
  /** The size that a database can have, in bytes. */
  shardBytes: number;
  /** Limits how many projects a team can own, with those of all teams that the owner who makes one has made. */
  projectsPerOwner: number;
  /** Says what new hashes of passwords cost. */
  passwordHashCost: PasswordHashCost;
  /** Is true if requests and attempts are limited. */
  limitsRequests: boolean;
  /** Is true if responses include their cost. */
  traces: boolean;
  /** Is true if each request is a line of the log. */
  logsRequests: boolean;
}

const known = new WeakMap<object, Settings>();

/** Reads the settings, once per isolate; an empty variable counts as not set. @throws naming each variable that is missing or wrong, never its value */
export function readSettings(env: object): Settings {
  const ready = known.get(env);
  if (ready) return ready;
  const parsed = Settings.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  const shared = readSharedClients(env);
  const misplaced = [...misplacedKeys(parsed.data), ...cheapHashes(parsed.data)];
  if (!parsed.success || misplaced.length > 0 || shared.complaints.length > 0) {
    const complaints = [
      ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} (${issue.message})`),
      ...misplaced,
      ...shared.complaints,
    ];
    throw new Error(`The Worker is not configured: ${complaints.join(", ")}`);
  }
  const values = parsed.data;
  const settings: Settings = {
    apiUrl: values.API_URL.replace(/\/$/, ""),
    webUrl: values.WEB_URL.replace(/\/$/, ""),
    serverSecrets: {
      current: values.SERVER_SECRET,
      ...(values.SERVER_SECRET_PREVIOUS && { previous: values.SERVER_SECRET_PREVIOUS }),
      ...(values.SERVER_SECRET_NEXT && { next: values.SERVER_SECRET_NEXT }),
    },
    internalKeys: {
      publishableClientKey: values.INTERNAL_PUBLISHABLE_CLIENT_KEY,
      secretServerKey: values.INTERNAL_SECRET_SERVER_KEY,
      superSecretAdminKey: values.INTERNAL_SUPER_SECRET_ADMIN_KEY,
    },
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    accessTokenSeconds: values.ACCESS_TOKEN_SECONDS,
    outboundTimeoutMs: values.OUTBOUND_TIMEOUT_MS,
    passwordRangeApiUrl: values.PASSWORD_RANGE_API_URL?.replace(/\/$/, ""),
    assistant: readAssistant(values),
    svix: values.SVIX_API_KEY ? { url: values.SVIX_API_URL.replace(/\/$/, ""), key: values.SVIX_API_KEY } : undefined,
    resendApiUrl: values.RESEND_API_URL.replace(/\/$/, ""),
    stripe: readStripe(values),
    cronSecret: values.CRON_SECRET,
    webhookTimeoutMs: values.WEBHOOK_TIMEOUT_MS,
    integrationClients: values.INTEGRATION_CLIENTS ?? [],
    sharedOAuth: {
      issuer: values.SHARED_OAUTH_ISSUER,
      givesTokens: values.SHARED_OAUTH_ISSUER !== undefined && values.SHARED_OAUTH_ACCESS_TOKENS === "on",
      clients: shared.clients,
    },
    projectShares: {
      hash_seconds: values.COSTLY_HASH_SECONDS,
      renderings: values.PROJECT_RENDERINGS_PER_MINUTE,
      emails: values.PROJECT_EMAILS_PER_HOUR,
    },
    projectStorage: { maxBytes: values.PROJECT_STORAGE_MIB * 1024 * 1024, maxRows: values.PROJECT_STORAGE_ROWS },
    shardBytes: values.SHARD_STORAGE_MIB * 1024 * 1024,
    projectsPerOwner: values.PROJECTS_PER_OWNER,
    passwordHashCost: values.PASSWORD_HASH_COST,
    limitsRequests: values.RATE_LIMITS === "on",
    traces: values.TRACE === "1",
    logsRequests: values.REQUEST_LOG === "on",
  };
  known.set(env, settings);
  return settings;
}

/** The assistant's model. The three variables are nothing without each other. */
function readAssistant(values: z.infer<typeof Settings>): AssistantModel | undefined {
  const { AI_API_URL: url, AI_API_KEY: key, AI_MODEL: model, AI_TIMEOUT_MS: timeoutMs } = values;
  if (!url || !key || !model) return undefined;
  return { url: url.replace(/\/$/, ""), key, model, timeoutMs };
}

function readStripe(values: z.infer<typeof Settings>): StripeService | undefined {
  if (!values.STRIPE_SECRET_KEY) return undefined;
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY,
    apiUrl: values.STRIPE_API_URL?.replace(/\/$/, ""),
    timeoutMs: values.OUTBOUND_TIMEOUT_MS,
  };
}

/**
 * Attack: a secret key in the place of the publishable one would be built into the site. Each key's prefix names its
 * tier, so a deployment with keys in each other's places is refused. On a developer's machine any text is a key.
 */
function misplacedKeys(values: z.infer<typeof Settings> | undefined): string[] {
  if (!values || isLocalhost(new URL(values.API_URL).hostname)) return [];
  return Object.entries(keyPrefixes)
    .filter(([name, prefix]) => !values[name as keyof typeof keyPrefixes].startsWith(prefix))
    .map(([name, prefix]) => `${name} (must start with "${prefix}")`);
}

/**
 * Attack: a deployment that was given the settings of tests would store hashes that cost nothing to guess. They are for a
 * Worker on a developer's machine alone.
 */
function cheapHashes(values: z.infer<typeof Settings> | undefined): string[] {
  if (!values || isLocalhost(new URL(values.API_URL).hostname)) return [];
  return values.PASSWORD_HASH_COST === "standard" ? [] : [`PASSWORD_HASH_COST (must be "standard" when deployed)`];
}

/** Collects `SHARED_OAUTH_<PROVIDER>_CLIENT_ID` and `_CLIENT_SECRET`, of which neither is anything without the other. */
function readSharedClients(env: object): { clients: Map<string, OAuthClientKeys>; complaints: string[] } {
  const values: Record<string, unknown> = { ...env };
  const providers = Object.keys(values).flatMap((name) => /^SHARED_OAUTH_([A-Z]+)_CLIENT_/.exec(name)?.[1] ?? []);
  const clients = new Map<string, OAuthClientKeys>();
  const complaints: string[] = [];
  for (const provider of new Set(providers)) {
    const [idName, secretName] = sharedClientNames(provider);
    const [clientId, clientSecret] = [values[idName], values[secretName]];
    if (typeof clientId === "string" && clientId && typeof clientSecret === "string" && clientSecret) {
      clients.set(provider.toLowerCase(), { clientId, clientSecret });
    } else if (clientId || clientSecret) {
      complaints.push(clientId ? `${secretName} (${idName} is set)` : `${idName} (${secretName} is set)`);
    }
  }
  return { clients, complaints };
}
