import { type NextRequest, NextResponse } from "next/server";
import { uncached, variesBy } from "../kit/backends/authentication";
import type { CookieJar } from "../kit/session/token-store/token-store";
import { addressOf } from "./request-address";

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
