import { type NextRequest, NextResponse } from "next/server";
import { appInternals } from "../kit/app/internals";
import {
  type AuthenticatedUser,
  type AuthenticationOptions,
  authenticate,
  authenticateSession,
  refusal,
  uncached,
  variesBy,
} from "../kit/backends/authentication";
import { type AnyApp, sessionOfRequest } from "../kit/backends/request-session";
import type { CookieJar } from "../kit/session/token-store/token-store";

/** Carries the page to come back to through the sign-in page. */
const returnParameter = "after_auth_return_to";

/** Options of {@link authMiddleware}. */
export interface AuthMiddlewareOptions extends Pick<AuthenticationOptions, "fresh" | "anonymous"> {
  /** Paths that need no user, although the matcher of the proxy has them; the pages below the app's handler address never do. */
  readonly isPublic?: (request: NextRequest) => boolean;
}

/**
 * The proxy of a website whose pages need a signed-in user, in `proxy.ts` (`middleware.ts` before Next.js 16):
 *
 * ```ts
 * export const proxy = authMiddleware(app);
 * export const config = { matcher: ["/account/:path*", "/api/:path*"] };
 * ```
 *
 * A page without a user is redirected to the sign-in page, which comes back afterwards; every other request is refused with 401. An
 * access token that has expired is refreshed here, for the server components and for the browser.
 * @throws Error for an app with hosted pages, on which only the browser can begin a sign-in (`getUser({ or: "redirect" })`)
 */
export function authMiddleware(app: AnyApp, { isPublic, ...options }: AuthMiddlewareOptions = {}) {
  if (app[appInternals].connection.options.hosted !== undefined) {
    throw new Error(
      'authMiddleware needs sign-in pages on this website. With the option `hosted`, pages call getUser({ or: "redirect" }).',
    );
  }
  return async (request: NextRequest): Promise<NextResponse> => {
    const cookies = new RefreshedCookies(request);
    const user = await authenticateIn(app, request, cookies, options);
    if (user === null && !isHandlerPage(app, request) && !isPublic?.(request)) return refuse(app, request);
    return cookies.forward();
  };
}

async function authenticateIn(app: AnyApp, request: NextRequest, cookies: CookieJar, options: AuthenticationOptions) {
  const found = sessionOfRequest(app, request);
  if (found?.tokenStore !== request || request.headers.has("x-stack-auth")) {
    return found && (await authenticateSession(app, found, options));
  }
  const session = app[appInternals].session(cookies);
  return await authenticateSession(app, { session, tokenStore: cookies }, options);
}

/** Whether a request is for a page that signs users in, and so cannot need one. */
function isHandlerPage(app: AnyApp, { nextUrl, url }: NextRequest): boolean {
  const { handler, home, afterSignIn, afterSignUp, afterSignOut, ...pages } = app.urls;
  const isHere = (address: string) => {
    const { origin, pathname } = new URL(address, url);
    return origin === nextUrl.origin && pathname === nextUrl.pathname;
  };
  // Below the root is the whole website.
  const isBelow = handler.length > 1 && nextUrl.pathname.startsWith(`${handler}/`);
  return isBelow || Object.values(pages).some(isHere);
}

function refuse(app: AnyApp, request: NextRequest): NextResponse {
  const isPage = request.method === "GET" && request.headers.get("accept")?.includes("text/html");
  if (!isPage) return NextResponse.json(refusal.body, { status: refusal.status, headers: refusal.headers });
  const signIn = new URL(app.urls.signIn, request.url);
  signIn.searchParams.set(returnParameter, request.nextUrl.pathname + request.nextUrl.search);
  return NextResponse.redirect(signIn, { headers: { "cache-control": "no-store", vary: variesBy } });
}

/** The cookies of a request; those that a refresh sets go to the browser and, with the request, to what responds to it. */
class RefreshedCookies implements CookieJar {
  readonly #request: NextRequest;
  readonly #set: Parameters<CookieJar["set"]>[] = [];

  constructor(request: NextRequest) {
    this.#request = request;
  }

  get(name: string): { readonly value: string } | undefined {
    return this.#request.cookies.get(name);
  }

  set(...cookie: Parameters<CookieJar["set"]>): void {
    this.#set.push(cookie);
    const [name, value, { maxAge }] = cookie;
    if (maxAge === 0) this.#request.cookies.delete(name);
    else this.#request.cookies.set(name, value);
  }

  forward(): NextResponse {
    const response = NextResponse.next({ request: { headers: this.#request.headers } });
    response.headers.append("vary", variesBy);
    // A shared cache must not keep the session of one user for the others.
    if (this.#set.length > 0) response.headers.set("cache-control", uncached);
    for (const [name, value, options] of this.#set) response.cookies.set(name, value, options);
    return response;
  }
}

/**
 * A route handler of Next that needs a signed-in user: requests without one are refused with 401.
 *
 * ```ts
 * export const GET = withAuth(app, (request, { user }) => Response.json({ id: user.id }));
 * ```
 *
 * It gets what Next passes along, such as `params`, beside the user. With `required: false` the user may be null; `fresh` and
 * `anonymous` are as in the other middleware.
 */
export function withAuth<
  A extends AnyApp,
  Context = object,
  const O extends AuthenticationOptions = { required: true },
>(
  app: A,
  handler: (
    request: Request,
    context: Context & { readonly user: AuthenticatedUser<A, O> },
  ) => Promise<Response> | Response,
  options?: O,
): (request: Request, context: Omit<Context, "user">) => Promise<Response> {
  return async (request, context) => {
    const user = await authenticate(app, request, options ?? {});
    if (user === null && options?.required !== false) {
      return Response.json(refusal.body, { status: refusal.status, headers: { ...refusal.headers, vary: variesBy } });
    }
    const given = await handler(request, { ...context, user } as Context & { readonly user: AuthenticatedUser<A, O> });
    const response = new Response(given.body, given);
    response.headers.append("vary", variesBy);
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", uncached);
    return response;
  };
}
