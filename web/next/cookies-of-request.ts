import { cookies, headers } from "next/headers";
import type { CookieJar } from "../kit/session/token-store/token-store";

const jars = new WeakMap<object, CookieJar>();

/**
 * The cookies of the current request, one object to a request. Server components can only read them.
 * @throws Error `The token store "nextjs-cookie" needs a request. …`, such as in a script or while a module is loaded
 */
export async function cookiesOfRequest(): Promise<CookieJar> {
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
    return await Promise.all([cookies(), headers()]);
  } catch (cause) {
    // By its other errors Next finds out that a page is dynamic.
    if (!(cause instanceof Error && cause.message.includes("outside a request scope"))) throw cause;
    throw new Error(
      'The token store "nextjs-cookie" needs a request. Call this function in a server component, a route handler, a server action or the proxy, or pass `tokenStore`.',
      { cause },
    );
  }
}
