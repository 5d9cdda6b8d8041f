import path from "node:path";

/** The ports of the local parts, by the environment variable that moves each. */
export const DEFAULT_PORTS = {
  API_PORT: 8787,
  WEB_PORT: 5173,
  MAIL_PORT: 2525,
  MAIL_UI_PORT: 8025,
  IDP_PORT: 9090,
} as const;

/** The variables of clients at providers. */
const SHARED_CLIENT = /^SHARED_OAUTH_[A-Z]+_CLIENT_(ID|SECRET)$/;

export type PortName = keyof typeof DEFAULT_PORTS;

export interface DevSettings {
  ports: Record<PortName, number>;
  /** Says where the API listens. */
  localApiUrl: string;
  /** Public address of the API: API_URL, or where it listens. */
  apiUrl: string;
  /** Public address of the site: WEB_URL, or where it listens. */
  webUrl: string;
  mailboxUrl: string;
  /** A mail server from outside; the built-in mailbox then stays off. */
  smtpUrl: string | undefined;
  /**
   * The OpenID issuer that is every shared provider: one from outside, or the built-in identity provider. None when
   * clients at the providers themselves are given.
   */
  sharedOAuthIssuer: string | undefined;
  /** Is true if the built-in identity provider runs. */
  runsIdentityProvider: boolean;
  /** Absolute path of the folder that holds everything `npm run dev` stores. */
  dataDir: string;
}

/** Reads the variables that move the local parts. Throws a sentence that names the variable it cannot use. */
export function readSettings(env: NodeJS.ProcessEnv): DevSettings {
  const names = Object.keys(DEFAULT_PORTS) as PortName[];
  const ports = Object.fromEntries(names.map((name) => [name, readPort(env, name)])) as Record<PortName, number>;
  for (const name of names) {
    const twin = names.find((other) => other !== name && ports[other] === ports[name]);
    if (twin) throw new Error(`${name} and ${twin} are both ${ports[name]}; each part needs a port of its own.`);
  }
  const localApiUrl = `http://localhost:${ports.API_PORT}`;
  const identityProviderUrl = `http://localhost:${ports.IDP_PORT}`;
  const runsIdentityProvider =
    !env.SHARED_OAUTH_ISSUER && !Object.keys(env).some((name) => env[name] && SHARED_CLIENT.test(name));
  return {
    ports,
    localApiUrl,
    apiUrl: withoutSlash(env.API_URL || localApiUrl),
    webUrl: withoutSlash(env.WEB_URL || `http://localhost:${ports.WEB_PORT}`),
    mailboxUrl: `http://localhost:${ports.MAIL_UI_PORT}`,
    smtpUrl: env.SMTP_URL || undefined,
    sharedOAuthIssuer: env.SHARED_OAUTH_ISSUER || (runsIdentityProvider ? identityProviderUrl : undefined),
    runsIdentityProvider,
    dataDir: path.resolve(env.DATA_DIR || ".data"),
  };
}

/** Returns the mailbox that projects may send to; undefined where it is off, and where the API counts as one on the internet. */
export function mailboxOf({ smtpUrl, apiUrl, localApiUrl, ports, mailboxUrl }: DevSettings) {
  return smtpUrl === undefined && apiUrl === localApiUrl ? { smtpPort: ports.MAIL_PORT, url: mailboxUrl } : undefined;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

function readPort(env: NodeJS.ProcessEnv, name: PortName): number {
  const text = env[name];
  if (!text) return DEFAULT_PORTS[name];
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`${name} must be a port number from 1 to 65535, not "${text}".`);
  }
  return port;
}
