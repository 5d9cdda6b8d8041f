import * as cache from "next/cache";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { GetPartialUserOptions, GetUserOptions, GetUserOrElseOptions } from "../kit/app/app";
import type { CurrentServerUser } from "../kit/apps/admin-app";
import { GatehouseServerApp as KitServerApp } from "../kit/apps/server-app";
import type { ServerAppOptions } from "../kit/connection/app-options";
import { forVisitor } from "../kit/server/for-visitor";
import type { ConvexUserOptions, PresentedApiKey } from "../kit/server/server-tier";
import type { ServerUser } from "../kit/server/users-and-teams";
import type { CookieJar } from "../kit/session/token-store/token-store";
import type { SignOutOptions } from "../kit/sign-in/own-session";
import type { PartialUser } from "../kit/users/partial-user";
import { signInPathOf } from "./hosted-sign-in";

type Arguments<Name extends keyof KitServerApp> = KitServerApp[Name] extends (...given: infer A) => unknown ? A : never;

/**
 * This is the app of a website's server in Next.js. With the token store `"nextjs-cookie"`, `getUser()` has the user of the
 * current request, by the request's cookies. It works in server components, route handlers, server actions and the proxy. Methods
 * that sign in or out write cookies, which Next allows in server actions and route handlers.
 */
export class GatehouseServerApp extends KitServerApp {
  readonly #options: ServerAppOptions;
  /** Apps by the cookies of their request. */
  readonly #ofRequests = new WeakMap<object, KitServerApp>();

  constructor(options: ServerAppOptions) {
    super(options);
    this.#options = options;
  }

  override getUser(user: string | PresentedApiKey): Promise<ServerUser | null>;
  override getUser(options: ConvexUserOptions): Promise<ServerUser | null>;
  override getUser(options: GetUserOrElseOptions): Promise<CurrentServerUser>;
  override getUser(options?: GetUserOptions): Promise<CurrentServerUser | null>;
  override async getUser(
    options: string | PresentedApiKey | ConvexUserOptions | GetUserOptions = {},
  ): Promise<ServerUser | null> {
    if (typeof options === "string" || "apiKey" in options) return await super.getUser(options);
    if ("from" in options) return await super.getUser(options);
    const app = options.tokenStore === undefined ? await this.#ofRequest() : null;
    if (app === null) return await super.getUser(options);
    const { or } = options;
    // Next's own redirect also ends a server action.
    const user = await app.getUser({ or: or === "redirect" ? "return-null" : or });
    if (user === null && or === "redirect") redirect(signInPathOf(this));
    return user;
  }

  override async getPartialUser(options: GetPartialUserOptions): Promise<PartialUser | null> {
    const app = options.from === "token" && options.tokenStore === undefined ? await this.#ofRequest() : null;
    return app ? await app.getPartialUser(options) : await super.getPartialUser(options);
  }

  override async signInWithCredential(...given: Arguments<"signInWithCredential">) {
    const app = await this.#ofRequest();
    return app ? await app.signInWithCredential(...given) : await super.signInWithCredential(...given);
  }

  override async signUpWithCredential(...given: Arguments<"signUpWithCredential">) {
    const app = await this.#ofRequest();
    return app ? await app.signUpWithCredential(...given) : await super.signUpWithCredential(...given);
  }

  override async signInWithMagicLink(...given: Arguments<"signInWithMagicLink">) {
    const app = await this.#ofRequest();
    return app ? await app.signInWithMagicLink(...given) : await super.signInWithMagicLink(...given);
  }

  override async signInWithMfa(...given: Arguments<"signInWithMfa">) {
    const app = await this.#ofRequest();
    return app ? await app.signInWithMfa(...given) : await super.signInWithMfa(...given);
  }

  override async signInWithRecoveryCode(...given: Arguments<"signInWithRecoveryCode">) {
    const app = await this.#ofRequest();
    return app ? await app.signInWithRecoveryCode(...given) : await super.signInWithRecoveryCode(...given);
  }

  override async signOut(options?: SignOutOptions): Promise<void> {
    const app = await this.#ofRequest();
    await (app ? app.signOut(options) : super.signOut(options));
  }

  /** The app whose token store is the cookies of the current request; null with another token store than `"nextjs-cookie"`. */
  async #ofRequest(): Promise<KitServerApp | null> {
    const { uniqueIdentifier: _ofThisApp, ...options } = this.#options;
    if (options.tokenStore !== "nextjs-cookie") return null;
    const tokenStore = await cookiesOfRequest();
    const app =
      this.#ofRequests.get(tokenStore) ??
      new KitServerApp(forVisitor({ ...options, tokenStore }, { headers: await headers() }));
    this.#ofRequests.set(tokenStore, app);
    return app;
  }
}

const jars = new WeakMap<object, CookieJar>();

/**
 * The cookies of the current request, one object to a request. Server components can only read them.
 * @throws Error `The token store "nextjs-cookie" needs a request. …`, such as in a script or while a module is loaded
 */
async function cookiesOfRequest(): Promise<CookieJar> {
  const [ofNext, sent] = await requestOfNext();
  const isHttps = sent.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
  const jar = jars.get(ofNext) ?? {
    get: (name) => ofNext.get(name),
    // The cookie that marks HTTPS comes from scripts, which have not run yet at the first visit.
    set: (name, value, options) => ofNext.set(name, value, { ...options, secure: options.secure || isHttps }),
  };
  jars.set(ofNext, jar);
  return jar;
}

async function requestOfNext() {
  try {
    const request = await Promise.all([cookies(), headers()]);
    // What follows reads the clock, which Next 16.3 and newer refuse while they render ahead of a request, cookies or not.
    if ("io" in cache) await cache.io();
    return request;
  } catch (cause) {
    // By its other errors Next finds out that a page is dynamic.
    if (!(cause instanceof Error && cause.message.includes("outside a request scope"))) throw cause;
    throw new Error(
      'The token store "nextjs-cookie" needs a request. Call this function in a server component, a route handler, a server action or the proxy, or pass `tokenStore`.',
      { cause },
    );
  }
}
