import type { HandlerUrls } from "../../kit";
import { withQuery } from "../components/return-target";

/** The pages, each with the name of its address among the app's URLs; null where it has none. */
export const handlerPages = {
  "sign-in": "signIn",
  "sign-up": "signUp",
  "sign-out": "signOut",
  "email-verification": "emailVerification",
  "forgot-password": "forgotPassword",
  "password-reset": "passwordReset",
  "oauth-callback": "oauthCallback",
  "magic-link-callback": "magicLinkCallback",
  "team-invitation": "teamInvitation",
  "cli-auth-confirm": null,
  mfa: "mfa",
  "account-settings": "accountSettings",
  error: "error",
} as const satisfies Record<string, keyof HandlerUrls | null>;

export type HandlerPage = keyof typeof handlerPages;

/** Words that people and older links use for a page, lower-cased and without dashes. */
const aliases: Readonly<Record<string, HandlerPage>> = { login: "sign-in", register: "sign-up" };

export type HandlerRoute =
  | { kind: "page"; page: HandlerPage; searchParams: URLSearchParams }
  | { kind: "redirect"; to: string }
  | { kind: "unknown" };

/**
 * Which page stands at `location` (path, query and hash). A near miss such as `/handler/signIn`, and a page whose own
 * address lies elsewhere on the site, redirect with their query kept.
 */
export function handlerRoute(location: string, urls: HandlerUrls): HandlerRoute {
  const { pathname, search, searchParams } = parseRelative(location);
  const handlerPath = trimEnd(parseRelative(urls.handler).pathname);
  if (!pathname.startsWith(`${handlerPath}/`)) return { kind: "unknown" };
  const path = trimEnd(pathname.slice(handlerPath.length + 1));

  const page = pageNames().find((name) => name === path || isAt(pathname, ownUrl(urls, name)));
  if (page) {
    const url = ownUrl(urls, page);
    // The error page stays, so that a redirect can never hide an error.
    if (url !== undefined && page !== "error" && !isInside(handlerPath, url)) {
      return { kind: "redirect", to: withQuery(url, search) };
    }
    return { kind: "page", page, searchParams };
  }

  const alias = aliasOf(path);
  return alias ? { kind: "redirect", to: `${handlerPath}/${alias}${search}` } : { kind: "unknown" };
}

function pageNames(): HandlerPage[] {
  return Object.keys(handlerPages) as HandlerPage[];
}

function aliasOf(path: string): HandlerPage | undefined {
  const flat = flatten(path);
  return (
    (Object.hasOwn(aliases, flat) ? aliases[flat] : undefined) ?? pageNames().find((name) => flatten(name) === flat)
  );
}

function flatten(path: string): string {
  return path.toLowerCase().replaceAll("-", "");
}

/** The address is only taken apart: this origin is never asked for anything. */
const anyOrigin = "https://page.invalid";

function parseRelative(url: string): URL {
  return new URL(url, anyOrigin);
}

function ownUrl(urls: HandlerUrls, page: HandlerPage): string | undefined {
  const name = handlerPages[page];
  return name === null ? undefined : urls[name];
}

function isAt(pathname: string, url: string | undefined): boolean {
  return url !== undefined && trimEnd(parseRelative(url).pathname) === trimEnd(pathname);
}

function isInside(handlerPath: string, url: string): boolean {
  const { origin, pathname } = parseRelative(url);
  return origin === anyOrigin && pathname.startsWith(`${handlerPath}/`);
}

function trimEnd(path: string): string {
  return path.replace(/\/+$/, "");
}
