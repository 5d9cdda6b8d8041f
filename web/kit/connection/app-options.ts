import * as environment from "../host/environment";
import type { Host } from "../host/host";
import type { Session } from "../session/session";
import type { RequestLike, TokenStoreInit } from "../session/token-store/token-store";
import type { RedirectMethod } from "./redirects";
import type { HandlerUrls } from "./urls";

/** The API's address, or one for browsers and one for servers. */
export type BaseUrl = string | { readonly browser: string; readonly server: string };

/** Scopes of a provider's own API, by provider. */
export type OAuthScopesOnSignIn = Readonly<Record<string, readonly string[]>>;

/** Options of every app. What is left out comes from environment variables, where there is one for it. */
export interface ClientAppOptions {
  /** Says where logins are kept; null for an app that acts for no user unless a method is given its own store. */
  readonly tokenStore: TokenStoreInit;
  /** Address of your Gatehouse API. It has no default, because there is no hosted API. */
  readonly baseUrl?: BaseUrl;
  readonly projectId?: string;
  /** Left out where the project lets clients in without one. */
  readonly publishableClientKey?: string;
  /** Addresses of the website's own pages, where they differ from the defaults. */
  readonly urls?: Partial<HandlerUrls>;
  /**
   * Address of your Gatehouse site, such as `https://login.example.com`, whose pages sign the website's users in: for a
   * website without pages of its own. Those that `urls` names are still its own.
   */
  readonly hosted?: string;
  /** Scopes to request at sign-in, by provider. */
  readonly oauthScopesOnSignIn?: OAuthScopesOnSignIn;
  /** Says how the app goes to other pages; default `"window"` in a browser, `"none"` elsewhere. */
  readonly redirectMethod?: RedirectMethod;
  /** Sent with every request; all other headers win over these. */
  readonly extraRequestHeaders?: Readonly<Record<string, string>>;
  /** Accepted for compatibility; nothing is prefetched. */
  readonly noAutomaticPrefetch?: boolean;
  /** Names this app among all of the process; made up when first needed. */
  readonly uniqueIdentifier?: string;
}

/** Options of an app for trusted backends. */
export interface ServerAppOptions extends ClientAppOptions {
  readonly secretServerKey?: string;
  /**
   * Counts how many proxies of yours stand in front of the website. Each of them adds an address to `x-forwarded-for`. The API
   * limits what each visitor tries, and the outermost proxy says who they are. Set it only if nobody can reach the website
   * without them. Without it, the header of a host that the kit knows counts (Vercel, Netlify, Fly.io, Cloudflare Workers).
   * Elsewhere no header counts.
   */
  readonly trustedProxies?: number;
  /**
   * Returns the IP address of the visitor who sent a request to the website, where it has one, without a port. It takes the place
   * of what {@link trustedProxies} says. Read it from a header that your own proxy writes and visitors cannot.
   */
  readonly visitorAddress?: (request: RequestLike) => string | null | undefined;
}

/** Options of an app for the project's administration: with the keys of the project, or with its owner's session. */
export interface AdminAppOptions extends ServerAppOptions {
  readonly superSecretAdminKey?: string;
  /** A session of the owner on the internal project, in place of the three keys. */
  readonly projectOwnerSession?: Session;
}

/** `value`, else the environment's. @throws Error beginning with `missing` */
export function required(
  value: string | undefined,
  fromEnvironment: () => string | undefined,
  missing: string,
): string {
  const setting = value || fromEnvironment();
  if (!setting) throw new Error(missing);
  return setting;
}

function notProvided(setting: string, option: string, variables: string): string {
  return `Welcome to Gatehouse! It seems that you haven't provided ${setting}. Pass it as \`${option}\`, or set ${variables} in the environment.`;
}

export function projectIdOf({ projectId }: ClientAppOptions): string {
  return required(projectId, environment.projectId, notProvided("a project ID", "projectId", "GATEHOUSE_PROJECT_ID"));
}

/** Null for an app without one, which a project may let in. */
export function publishableClientKeyOf({ publishableClientKey }: ClientAppOptions): string | null {
  return publishableClientKey || environment.publishableClientKey() || null;
}

export function secretServerKeyOf({ secretServerKey }: ServerAppOptions): string {
  return required(
    secretServerKey,
    environment.secretServerKey,
    "No secret server key provided. Create one in the dashboard and pass it as `secretServerKey`, or set the environment variable GATEHOUSE_SECRET_SERVER_KEY.",
  );
}

export function superSecretAdminKeyOf({ superSecretAdminKey }: AdminAppOptions): string {
  return required(
    superSecretAdminKey,
    environment.superSecretAdminKey,
    "No super secret admin key provided. Create one in the dashboard and pass it as `superSecretAdminKey`, or set the environment variable GATEHOUSE_SUPER_SECRET_ADMIN_KEY.",
  );
}

/**
 * The API's address as seen from here (browser or server), without a trailing slash.
 * @throws Error when there is none, or when it is not an HTTP address
 */
export function baseUrlOf({ baseUrl }: ClientAppOptions, host: Host): string {
  const side = host.page() === null ? "server" : "browser";
  const url = required(
    typeof baseUrl === "object" ? baseUrl[side] : baseUrl,
    side === "browser" ? environment.browserBaseUrl : environment.serverBaseUrl,
    notProvided(
      "a base URL",
      "baseUrl",
      side === "browser"
        ? "NEXT_PUBLIC_GATEHOUSE_API_URL_BROWSER or NEXT_PUBLIC_GATEHOUSE_API_URL"
        : "GATEHOUSE_API_URL_SERVER or GATEHOUSE_API_URL",
    ),
  );
  if (!/^https?:\/\/./.test(url)) throw new Error(`The base URL must begin with http:// or https://, but is "${url}".`);
  return url.replace(/\/$/, "");
}

/**
 * The address of the hosted pages, without a trailing slash; undefined for a website with pages of its own.
 * @throws Error when it is not an HTTP address
 */
export function hostedOf({ hosted }: ClientAppOptions): string | undefined {
  if (!hosted) return undefined;
  if (!/^https?:\/\/./.test(hosted)) {
    throw new Error(`The address of the hosted pages must begin with http:// or https://, but is "${hosted}".`);
  }
  return hosted.replace(/\/$/, "");
}

/** Headers to add to every request. @throws Error when the environment's are not JSON */
export function extraRequestHeadersOf({ extraRequestHeaders }: ClientAppOptions): Readonly<Record<string, string>> {
  if (extraRequestHeaders !== undefined) return extraRequestHeaders;
  const text = environment.extraRequestHeaders();
  if (text === undefined) return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("The extra request headers in the environment are not a JSON object.", { cause });
  }
}
