import { bookmarkHeader } from "./request-headers";

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
  "x-vercel-protection-bypass",
  "ngrok-skip-browser-warning",
];

/** Let any origin read a response. Credentials are never allowed: the API takes no cookies from scripts. */
const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "Access-Control-Max-Age": "86400",
  "Access-Control-Allow-Headers": allowedHeaders.join(", "),
  // A browser on another origin can obey `Retry-After` and show the request id only if it may read them.
  "Access-Control-Expose-Headers": `content-type, x-stack-actual-status, x-stack-known-error, retry-after, x-stack-request-id, ${bookmarkHeader}`,
};

/** Request headers that scripts may send to some paths, besides those of all paths. */
export interface FurtherHeaders {
  /** Matches the path, without the prefixes that stand for `/api/v1`. */
  path: RegExp;
  names: readonly string[];
}

/** The headers that let any origin read a response to a path. */
export function corsHeadersFor(path: string, further: readonly FurtherHeaders[]): typeof corsHeaders {
  const names = further.filter((each) => each.path.test(path)).flatMap((each) => each.names);
  if (names.length === 0) return corsHeaders;
  return { ...corsHeaders, "Access-Control-Allow-Headers": [...allowedHeaders, ...names].join(", ") };
}
