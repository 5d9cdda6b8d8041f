import type { NextRequest } from "next/server";

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
