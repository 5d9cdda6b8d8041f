import { type NextRequest, NextResponse } from "next/server";
import { uncached, variesBy } from "../kit/backends/authentication";
import type { CookieJar } from "../kit/session/token-store/token-store";

/** The cookies of a request; those that are set go to the browser and, with the request, to what responds to it. */
export class RequestCookies implements CookieJar {
  readonly #request: NextRequest;
  readonly #set: Parameters<CookieJar["set"]>[] = [];

  constructor(request: NextRequest) {
    this.#request = request;
  }

  get(name: string): { readonly value: string } | undefined {
    return this.#request.cookies.get(name);
  }

  set(name: string, value: string, options: Parameters<CookieJar["set"]>[2]): void {
    // The cookie that marks HTTPS comes from scripts, which have not run yet at the first visit.
    const secure = options.secure || addressOf(this.#request).protocol === "https:";
    this.#set.push([name, value, { ...options, secure }]);
    if (options.maxAge === 0) this.#request.cookies.delete(name);
    else this.#request.cookies.set(name, value);
  }

  /** Lets the request pass. */
  forward(): NextResponse {
    const response = NextResponse.next({ request: { headers: this.#request.headers } });
    response.headers.append("vary", variesBy);
    // A shared cache must not keep the session of one user for the others.
    if (this.#set.length > 0) response.headers.set("cache-control", uncached);
    this.writeTo(response);
    return response;
  }

  writeTo(response: NextResponse): void {
    for (const [name, value, options] of this.#set) response.cookies.set(name, value, options);
  }
}

/**
 * The address of a request as its browser has it. `next start` gives requests its own, such as `http://localhost:3000`, whatever
 * their host, and a proxy in front of it may be what speaks TLS.
 *
 * Attack: a forged `x-forwarded-host`. Browsers send none, and the API redirects to a project's trusted domains only.
 */
export function addressOf({ url, headers }: Pick<NextRequest, "url" | "headers">): URL {
  const given = new URL(url);
  const forwarded = (name: string) => headers.get(name)?.split(",")[0]?.trim();
  const host = forwarded("x-forwarded-host") || headers.get("host") || given.host;
  const protocol = forwarded("x-forwarded-proto") === "https" ? "https:" : given.protocol;
  const origin = `${protocol}//${host}`;
  // A path that begins with two slashes would be another host if it were parsed.
  const address = URL.canParse(origin) ? new URL(origin) : new URL(given.origin);
  address.pathname = given.pathname;
  address.search = given.search;
  return address;
}
