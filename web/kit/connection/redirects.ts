import type { Host } from "../host/host";
import type { AuthorizationResponse, comingBack } from "./authorization-request";
import type { HandlerUrlName, HandlerUrls, TrustedUrl } from "./urls";

/** Carries the page to come back to through the sign-in pages. */
const returnParameter = "after_auth_return_to";
/** The pages that end where the user was before. */
const comingBackFrom: ReadonlySet<HandlerUrlName> = /* @__PURE__ */ new Set(["mfa", "signIn", "signUp", "onboarding"]);
/** Limits how long a redirect waits for the page to go away before it lets its caller run on, in milliseconds. */
const redirectWait = 2000;

/**
 * Says how the kit moves the browser: `"window"` by `location`, `"none"` not at all, an object through a router's own
 * function (`useNavigate` is for React, `navigate` for everything else).
 */
export type RedirectMethod =
  | "window"
  | "nextjs"
  | "none"
  | { readonly useNavigate: () => (to: string) => void; readonly navigate?: (to: string) => void };

/** Options of every `redirectTo…` method. */
export interface RedirectOptions {
  /** Replaces the current entry of the history, so that "back" does not return here. */
  readonly replace?: boolean;
  /** Neither comes back to the current page afterwards, nor goes to the page that was to come back to. */
  readonly noRedirectBack?: boolean;
}

/**
 * Takes a redirect to a page of {@link HandlerUrls} over, for a website that shows it in place. Returns where to go
 * instead; null to stay, and the redirect is done at once. It gets no return address that is not trusted, but the usual
 * target.
 */
export type RedirectInterceptor = (name: HandlerUrlName, url: string) => string | null | Promise<string | null>;

/** Loads what a page needs to leave for a hosted one, with what it needs when its user is back. Most pages do neither. */
export type LoadMethods = () => Promise<{ readonly comingBack: typeof comingBack }>;

/** Moves the browser, and only to trusted places. */
export class Redirects {
  /** Sees redirects by name before they happen; the one set last counts. */
  interceptor: RedirectInterceptor | undefined;
  /** The response of this page's address that no sign-in of this browser belongs to. */
  failedResponse: AuthorizationResponse | undefined;
  readonly #host: Host;
  readonly #urls: HandlerUrls;
  readonly #method: RedirectMethod;
  readonly #hosted: string | undefined;
  readonly #methods: LoadMethods;

  /** @param hosted the address of the hosted pages, if the website uses them */
  constructor(host: Host, urls: HandlerUrls, method: RedirectMethod, methods: LoadMethods, hosted?: string) {
    this.#host = host;
    this.#methods = methods;
    this.#urls = urls;
    this.#method = method;
    this.#hosted = hosted;
  }

  /** Goes to a page of {@link HandlerUrls}, by way of what the page to come back to requires. */
  async toHandler(
    name: HandlerUrlName,
    { replace = false, noRedirectBack = false }: RedirectOptions = {},
  ): Promise<void> {
    const url = this.#urls[name];
    if (!url) throw new Error(`No URL for handler name ${name}`);
    const page = this.#host.page();
    const isHosted = this.#isHosted(url);
    const given = page === null || noRedirectBack || isHosted ? url : withReturn(name, url, page.location.href);
    // Attack: an open redirect, or a script, by a return address that a website takes over and goes to itself.
    const wanted = this.interceptor && given !== url && !this.#isRelative(given) ? url : given;
    const target = this.interceptor ? await this.interceptor(name, wanted) : wanted;
    if (target === null) return;
    if (target !== wanted) return await this.to(this.trustedOnOrigin(target), { replace });
    if (!isHosted) return await this.to(this.trusted(wanted), { replace });
    // The hosted page of the second factor begins a sign-in anew: what the website has begun is in the website's storage.
    if (page === null || this.#method === "none" || !comingBackFrom.has(name)) {
      return await this.to(url, { replace });
    }
    const { comingBack } = await this.#methods();
    const after = noRedirectBack ? this.#urls[name === "signUp" ? "afterSignUp" : "afterSignIn"] : "";
    await this.to(await comingBack(url, after, this.#host, page, this.failedResponse), { replace });
  }

  /** Tells whether an address of the app's own settings, which is as trusted as they are, is that of a hosted page. */
  #isHosted(url: string): url is TrustedUrl {
    return this.#hosted !== undefined && url.startsWith(`${this.#hosted}/`);
  }

  /** Goes to `url`, which must have passed {@link trusted}. Resolves 2 s later, if the page is still there. */
  async to(url: TrustedUrl, { replace }: { readonly replace: boolean }): Promise<void> {
    if (this.#method === "none") return;
    const page = this.#host.page();
    if (typeof this.#method === "object" && this.#method.navigate && !this.#isHosted(url)) this.#method.navigate(url);
    else if (page === null) throw outsideBrowser(this.#method, url, replace);
    else if (replace) page.location.replace(url);
    else page.location.assign(url);
    await this.#host.wait(redirectWait);
  }

  /**
   * Passes a URL on if it is relative, whatever page it is resolved against.
   *
   * Attack: an open redirect (CWE-601), by a return address such as `//evil.example`, `\\evil.example`,
   * `/⇥/evil.example` or `javascript:…`. Resolving is left to the URL parser, against an origin that cannot be
   * guessed, because the browser will read the text in just that way. Both schemes are tried: `https:evil.example` is
   * relative to a page with that scheme, and absolute to one without.
   * @throws Error `Redirect URL … is not trusted; should be relative.`
   */
  trusted(url: string): TrustedUrl {
    if (!this.#isRelative(url)) throw new Error(`Redirect URL ${url} is not trusted; should be relative.`);
    return url;
  }

  #isRelative(url: string): url is TrustedUrl {
    const unknown = [...this.#host.randomBytes(16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return ["https", "http"].every((scheme) => {
      const base = `${scheme}://${unknown}.invalid`;
      return parseUrl(url, base)?.origin === base;
    });
  }

  /**
   * Like {@link trusted}, and also passes an absolute URL on the page's own origin: what code, not a query parameter,
   * gave as a target.
   * @throws Error as {@link trusted}
   */
  trustedOnOrigin(url: string): TrustedUrl {
    const page = this.#host.page();
    if (page !== null && sameOriginUrl(url, page.location.href) !== null) return url as TrustedUrl;
    return this.trusted(url);
  }

  /**
   * The absolute address of a page of ours, for an email to link to: `given`, else the page by `name`. It takes the page
   * to come back to along, unless it is a hosted page, and leaves the hash behind.
   * @param option the name of the option that would give it, for the error
   * @throws Error `… option is required in a non-browser environment.`
   */
  callbackUrl(given: string | undefined, name: HandlerUrlName, option: string): string {
    if (given !== undefined) return given;
    if (this.#isHosted(this.#urls[name])) return this.#urls[name];
    const page = this.#host.page();
    if (page === null) throw new Error(`${option} option is required in a non-browser environment.`);
    const url = new URL(this.#urls[name], page.location.href);
    const returnTo = returnTarget(page.location.href);
    if (returnTo !== null) url.searchParams.set(returnParameter, returnTo);
    url.hash = "";
    return url.href;
  }
}

function returnTarget(href: string): string | null {
  return new URL(href).searchParams.get(returnParameter);
}

/** Returns where a visit to `url` leads when the current page is `href` and redirecting back is wanted. */
function withReturn(name: HandlerUrlName, url: string, href: string): string {
  const returnTo = returnTarget(href);
  if (name === "afterSignIn" || name === "afterSignUp") return returnTo ?? url;
  const comesBack = comingBackFrom.has(name) && name !== "mfa";
  if (!comesBack && (name !== "mfa" || returnTo === null)) return url;
  const target = sameOriginUrl(url, href);
  if (target === null) return url;
  target.searchParams.set(returnParameter, returnTo ?? relativePart(new URL(href)));
  return relativePart(target);
}

/** Returns what makes Next.js redirect while it renders on a server: its `redirect` throws such an error, and is no module of ours. */
function outsideBrowser(method: RedirectMethod, url: TrustedUrl, replace: boolean): Error {
  if (method !== "nextjs") return new Error("Cannot redirect outside a browser; use the redirect method 'none'.");
  const digest = `NEXT_REDIRECT;${replace ? "replace" : "push"};${url};307;`;
  return Object.assign(new Error("NEXT_REDIRECT"), { digest });
}

/** `url` as seen from `href`, or null when it leads to another origin or to none (`javascript:`, `data:`). */
function sameOriginUrl(url: string, href: string): URL | null {
  const target = parseUrl(url, href);
  return target !== null && target.origin === new URL(href).origin && target.origin !== "null" ? target : null;
}

/** `URL.parse`, which browsers of 2023 do not have yet. */
function parseUrl(url: string, base: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

function relativePart({ pathname, search, hash }: URL): string {
  return pathname + search + hash;
}
