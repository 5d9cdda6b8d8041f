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
import { finishHostedSignIn, hostedSignIn, hostedSignInAgain, signsInHosted } from "./hosted-sign-in";
import { RequestCookies } from "./request-cookies";
import { RequestedPage } from "./requested-page";

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
 * access token that has expired is refreshed here, for the server components and for the browser. A sign-in on hosted pages comes
 * back to the page that needed it, and is finished here as well.
 */
export function authMiddleware(app: AnyApp, { isPublic, ...options }: AuthMiddlewareOptions = {}) {
  return async (request: NextRequest): Promise<NextResponse> => {
    const cookies = new RequestCookies(request);
    const page = isPageRequest(request) && signsInHosted(app) ? new RequestedPage(request) : null;
    const returned = page && (await finishHostedSignIn(app, page, cookies));
    if (page && returned === "refused") return page.redirect(await hostedSignInAgain(app, page), cookies);

    const user = await authenticateIn(app, request, cookies, options);
    const mayPass = user !== null || isHandlerPage(app, request) || isPublic?.(request) === true;
    // A sign-in that is not accepted, such as by a server whose clock is fast, would repeat itself for ever.
    if (page && returned) {
      return page.redirect(mayPass ? page.location.href : await hostedSignInAgain(app, page), cookies);
    }
    if (mayPass) return cookies.forward();
    return page ? page.redirect(await hostedSignIn(app, page), cookies) : refuse(app, request);
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

/** Tells whether a request is for a page that signs users in, and so cannot need one. */
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

/** A prefetched page is not shown yet, and perhaps never: no sign-in begins for it. */
function isPageRequest({ method, headers }: NextRequest): boolean {
  const isPrefetch = ["sec-purpose", "purpose"].some((name) => headers.get(name)?.includes("prefetch"));
  return method === "GET" && !isPrefetch && headers.get("accept")?.includes("text/html") === true;
}

function refuse(app: AnyApp, request: NextRequest): NextResponse {
  // The router of Next requests the page itself when it gets no content, and browsers print no error for that.
  if (request.method === "GET" && request.headers.has("next-url")) {
    return new NextResponse(null, { status: 204, headers: { "cache-control": "no-store", vary: variesBy } });
  }
  if (!isPageRequest(request) || signsInHosted(app)) {
    return NextResponse.json(refusal.body, { status: refusal.status, headers: refusal.headers });
  }
  const signIn = new URL(app.urls.signIn, request.url);
  signIn.searchParams.set(returnParameter, request.nextUrl.pathname + request.nextUrl.search);
  return NextResponse.redirect(signIn, { headers: { "cache-control": "no-store", vary: variesBy } });
}

/** Holds what Next passes to a route handler; its type checker wants exactly this. */
interface RouteContext {
  readonly params: Promise<Record<string, string | string[] | undefined>>;
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
  Context = RouteContext,
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
