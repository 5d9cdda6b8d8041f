import { type NextRequest, NextResponse } from "next/server";
import { variesBy } from "../kit/backends/authentication";
import { hostedVerifierPrefix, type RequestingPage } from "../kit/connection/authorization-request";
import { addressOf } from "./request-address";
import type { RequestCookies } from "./request-cookies";

/** How many sign-ins of one browser may be under way: more cookies with verifiers would make its requests too large. */
const mostSignIns = 10;

/**
 * The page that a browser has requested, for the kit's code that signs in on hosted pages. What that code does to the page becomes
 * part of the redirect that follows.
 */
export class RequestedPage implements RequestingPage {
  readonly location: { href: string };
  readonly document: { cookie: string };
  readonly history: RequestingPage["history"];
  readonly #verifiers: string[];

  constructor(request: NextRequest) {
    const location = { href: addressOf(request).href };
    const verifiers = expiredVerifiers(request);
    this.location = location;
    this.#verifiers = verifiers;
    this.history = {
      state: null,
      replaceState: (_state, _unused, url) => {
        location.href = url;
      },
    };
    this.document = {
      get cookie() {
        return request.headers.get("cookie") ?? "";
      },
      set cookie(cookie) {
        // Only this server redeems the code, so no script needs the verifier.
        verifiers.push(`${cookie}; HttpOnly`);
      },
    };
  }

  /** A redirect from here, with the cookies that were set meanwhile. */
  redirect(url: string, cookies: RequestCookies): NextResponse {
    const response = NextResponse.redirect(url, { headers: { "cache-control": "no-store", vary: variesBy } });
    cookies.writeTo(response);
    for (const cookie of this.#verifiers) response.headers.append("set-cookie", cookie);
    return response;
  }
}

/** Removes the verifiers that are one too many when another sign-in begins. Browsers send older cookies first. */
function expiredVerifiers(request: NextRequest): string[] {
  const names = request.cookies.getAll().flatMap(({ name }) => (name.startsWith(hostedVerifierPrefix) ? [name] : []));
  return names.slice(0, Math.max(0, names.length - mostSignIns + 1)).map((name) => `${name}=; Max-Age=0; path=/`);
}
