import { type NextRequest, NextResponse } from "next/server";
import { variesBy } from "../kit/backends/authentication";
import type { RequestingPage } from "../kit/connection/authorization-request";
import { addressOf, type RequestCookies } from "./request-cookies";

/**
 * The page that a browser has requested, for the kit's code that signs in on hosted pages. What that code does to the page becomes
 * part of the redirect that follows.
 */
export class RequestedPage implements RequestingPage {
  readonly location: { href: string };
  readonly document: { cookie: string };
  readonly history: RequestingPage["history"];
  readonly #verifiers: string[] = [];

  constructor(request: NextRequest) {
    const location = { href: addressOf(request).href };
    const verifiers = this.#verifiers;
    this.location = location;
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
