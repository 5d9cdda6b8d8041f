import { Hono } from "hono";
import { bookmarkHeader } from "./request-headers";
import { requestUrl } from "./url";

/** `/api/latest` is `/api/v1`, and so are the older prefixes that clients of the wire may still use. */
const otherPrefixes = /^\/api\/(?:latest|v2beta[1-4])(?=\/|$)/;

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);

/** Headers of every path of the API's host. */
const commonHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "SAMEORIGIN",
};

const normalPath = (pathname: string) => pathname.replace(otherPrefixes, "/api/v1");

/** It has no place in a response over plain HTTP (RFC 6797 section 7.2). Other hosts of the domain are not ours to decide on. */
const transportSecurity = { "Strict-Transport-Security": "max-age=31536000" };

/** A Hono app whose paths are those of the newest prefix, whichever one a request has. */
export function newPaths(): Hono<{ Bindings: Env }> {
  return new Hono<{ Bindings: Env }>({ getPath: (request) => normalPath(requestUrl(request).pathname) });
}

/**
 * Makes a Hono app with what holds for every path. That is the prefixes of the API, no trailing slashes, CORS and OPTIONS below
 * `/api/`, and the security headers.
 *
 * @param furtherHeaders request headers that scripts of other origins may send to some paths only
 */
export function newServer(furtherHeaders: readonly FurtherHeaders[] = []): Hono<{ Bindings: Env }> {
  const app = newPaths();
  app.use(async (context, next) => {
    const { method } = context.req;
    const { pathname, protocol, search } = requestUrl(context.req.raw);
    const securityHeaders = protocol === "https:" ? { ...commonHeaders, ...transportSecurity } : commonHeaders;
    const corsHeaders = pathname.startsWith("/api/") && corsHeadersFor(normalPath(pathname), furtherHeaders);
    if (!knownMethods.has(method)) return new Response(null, { status: 400 });
    if (pathname.endsWith("/") && pathname !== "/") {
      // One leading slash only: `//host/` would send the browser to another host.
      const path = `/${trimSlashes(pathname)}`;
      const headers = { ...securityHeaders, ...corsHeaders, Location: path + search };
      return new Response(null, { status: 308, headers });
    }
    if (corsHeaders && method === "OPTIONS") {
      return new Response(null, { status: 200, headers: { ...securityHeaders, ...corsHeaders } });
    }
    await next();
    const etag = context.res.headers.get("ETag");
    if (etag && context.req.header("If-None-Match") === etag) {
      context.res = new Response(null, { status: 304, headers: context.res.headers });
      context.res.headers.delete("Content-Type");
    }
    // In place: every response here was made by a handler of ours, and copying it would cost a stream.
    const { headers } = context.res;
    for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
    if (corsHeaders) for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
  });
  return app;
}

/** A loop, because a pattern for slashes at the end begins anew at each slash of a run. */
function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}

/** Newer official clients begin the names of our headers so. */
const newerPrefix = "x-hexclave-";
const prefix = "x-stack-";

/**
 * Handles a request whose headers may have their newer names, so that all else knows one name of each. The newer one wins, and an empty
 * value is none. Who sends them reads the newer names of the response first.
 */
export async function underOneName(
  request: Request,
  handle: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const newer = [...request.headers].filter(([name]) => name.startsWith(newerPrefix));
  if (newer.length === 0) return handle(request);
  const headers = new Headers(request.headers);
  for (const [name, value] of newer) {
    headers.delete(name);
    if (value) headers.set(prefix + name.slice(newerPrefix.length), value);
  }
  const response = await handle(new Request(request, { headers }));
  for (const name of ["actual-status", "known-error"]) {
    const value = response.headers.get(prefix + name);
    if (value) response.headers.set(newerPrefix + name, value);
  }
  return response;
}

const allowedHeaders = [
  "content-type",
  "authorization",
  "x-stack-project-id",
  "x-stack-branch-id",
  "x-stack-override-error-status",
  "x-stack-random-nonce",
  "x-stack-client-version",
  "x-stack-disable-artificial-development-delay",
  "x-stack-access-type",
  "x-stack-publishable-client-key",
  "x-stack-secret-server-key",
  "x-stack-super-secret-admin-key",
  "x-stack-admin-access-token",
  "x-stack-workflow-token",
  "x-stack-refresh-token",
  "x-stack-access-token",
  "x-stack-allow-anonymous-user",
  bookmarkHeader,
  "baggage",
  "sentry-trace",
  // W3C Trace Context, which monitoring software adds to the requests of a website.
  "traceparent",
  "tracestate",
  "x-vercel-protection-bypass",
  "ngrok-skip-browser-warning",
].flatMap((name) => (name.startsWith(prefix) ? [name, name.replace(prefix, newerPrefix)] : [name]));

/** Let any origin read a response. Credentials are never allowed: the API takes no cookies from scripts. */
const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "Access-Control-Max-Age": "86400",
  "Access-Control-Allow-Headers": allowedHeaders.join(", "),
  // A browser on another origin can obey `Retry-After` and show the request id only if it may read them.
  "Access-Control-Expose-Headers": `content-type, x-stack-actual-status, x-stack-known-error, x-hexclave-actual-status, x-hexclave-known-error, retry-after, x-stack-request-id, ${bookmarkHeader}`,
};

/** Request headers that scripts may send to some paths, besides those of all paths. */
interface FurtherHeaders {
  /** Matches the path, without the prefixes that stand for `/api/v1`. */
  path: RegExp;
  names: readonly string[];
}

/** The headers that let any origin read a response to a path. */
function corsHeadersFor(path: string, further: readonly FurtherHeaders[]): typeof corsHeaders {
  const names = further.filter((each) => each.path.test(path)).flatMap((each) => each.names);
  if (names.length === 0) return corsHeaders;
  return { ...corsHeaders, "Access-Control-Allow-Headers": [...allowedHeaders, ...names].join(", ") };
}
