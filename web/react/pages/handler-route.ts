import type { HandlerUrls } from "../../kit";
import { withQuery } from "../components/return-target";

/** The pages, each with its name among the app's URLs; null where it has none. */
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
  onboarding: "onboarding",
  "account-settings": "accountSettings",
  error: "error",
} as const satisfies Record<string, keyof HandlerUrls | null>;

export type HandlerPage = keyof typeof handlerPages;

/** Other common names of pages, in lower case and without dashes. */
const aliases: Readonly<Record<string, HandlerPage>> = { login: "sign-in", register: "sign-up" };

/**
 * These pages are shown also where the website has its own. An error is never hidden. Only our account settings have the sections
 * that hashes in links of ours select.
 */
const staying: readonly HandlerPage[] = ["account-settings", "error"];

export type HandlerRoute =
  | { kind: "page"; page: HandlerPage; searchParams: URLSearchParams }
  | { kind: "redirect"; to: string }
  | { kind: "unknown" };

/**
 * The page at `location` (path, query and hash). Another spelling such as `/handler/signIn`, and a page whose own URL
 * lies elsewhere on the website, redirect with their query.
 */
export function handlerRoute(location: string, urls: HandlerUrls): HandlerRoute {
  const { pathname, search, searchParams } = parseRelative(location);
  const handlerPath = trimEnd(parseRelative(urls.handler).pathname);
  if (!pathname.startsWith(`${handlerPath}/`)) return { kind: "unknown" };
  const path = trimEnd(pathname.slice(handlerPath.length + 1));

  const page = pageNames().find((name) => name === path || isAt(pathname, ownUrl(urls, name)));
  if (page) {
    const url = ownUrl(urls, page);
    if (url !== undefined && !staying.includes(page) && !isInside(handlerPath, url)) {
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

/** Only for parsing relative URLs; nothing is requested from it. */
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
