import { appInternals } from "../../kit/app/internals";
import { GatehouseClientApp } from "../../kit/apps/client-app";
import type { RedirectMethod } from "../../kit/connection/redirects";
import { type HandlerUrls, handlerUrls } from "../../kit/connection/urls";
import type { ResponseOf } from "../../kit/requests/endpoints";
import { projectTheme } from "../../react/theme/project-theme";
import type { ThemeOptions } from "../../react/theme/theme-styles";
import { knownOverrides } from "../../ui/translation/known-overrides";
import { type TranslationOverrides, translationOf } from "../../ui/translation/load-translation";
import { pageLanguage } from "../language";
import { websiteOf } from "./hosted-address";

/** Holds what the API says about the hosted pages of a project before anyone has signed in. */
export type HostedPages = ResponseOf<"GET /hosted-pages/{project_id}">;

/** A project with its app, or why there is none: no such project has hosted pages, or the API does not respond. */
export type HostedProject =
  | { pages: HostedPages; app: GatehouseClientApp; theme: ThemeOptions; texts: TranslationOverrides }
  | "unknown"
  | "unreachable";

/** @param query that of the current page, whose language the links of the pages keep */
export async function loadHostedProject(projectId: string, query: URLSearchParams): Promise<HostedProject> {
  try {
    const url = `${import.meta.env.VITE_API_URL}/api/v1/hosted-pages/${encodeURIComponent(projectId)}`;
    const response = await fetch(url, { credentials: "omit" });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return "unknown";
    if (!response.ok) return "unreachable";
    const pages: HostedPages = await response.json();
    const { accent_color: accentColor, radius, font } = pages.appearance;
    return {
      pages,
      app: hostedApp(pages, query),
      theme: projectTheme({ accentColor, radius, font }),
      texts: await ownTexts(pages),
    };
  } catch {
    return "unreachable";
  }
}

/** The owner's own texts, loaded before the first paint. */
async function ownTexts({ appearance }: HostedPages): Promise<TranslationOverrides> {
  const texts = await knownOverrides(appearance.texts);
  await translationOf(pageLanguage(), texts);
  return texts;
}

/** The app of the project on this site. It shares nothing with that of the dashboard: its cookies bear its own name. */
function hostedApp(pages: HostedPages, query: URLSearchParams): GatehouseClientApp {
  const app = new GatehouseClientApp({
    baseUrl: import.meta.env.VITE_API_URL,
    projectId: pages.project_id,
    publishableClientKey: pages.publishable_client_key,
    tokenStore: "cookie",
    redirectMethod: redirectMethod(),
    urls: hostedUrls(pages, query.get("lang")),
  });
  // Its access token outlives a session that has just ended on one of the websites, and would be shown here for minutes.
  const session = app[appInternals].session();
  const accessToken = session.usableAccessToken(0);
  if (accessToken) session.markAccessTokenExpired(accessToken);
  return app;
}

/**
 * The pages of a project on this site. Home is a page that goes on to the project's website, and empty where that is not
 * known. Only to one that the project has named is a user sent without having asked for it.
 */
export function hostedUrls(
  { project_id, appearance, frame_ancestors }: Pick<HostedPages, "project_id" | "appearance" | "frame_ancestors">,
  lang: string | null,
): HandlerUrls {
  const query = `?${new URLSearchParams({ project_id, ...(lang !== null && { lang }) })}`;
  const home = `/handler/home${query}`;
  const isNamed = appearance.home_url !== null;
  return handlerUrls(
    {
      home: websiteOf(appearance.home_url, frame_ancestors) === null ? "" : home,
      afterSignIn: isNamed ? home : `/handler/account-settings${query}`,
      afterSignOut: isNamed ? home : `/handler/sign-out${query}`,
    },
    query,
  );
}

/** The pages that a website may show in a frame: those that confirm nothing, as the site's headers say. */
const framed = ["/handler/sign-in", "/handler/sign-up", "/handler/forgot-password"];

/** Returns how the app moves on: as usual, and out of a website's frame where the next page must not be shown in one. */
function redirectMethod(): RedirectMethod {
  const { top } = window;
  if (top === window || top === null) return "window";
  const navigate = (to: string) => {
    const target = new URL(to, window.location.href);
    if (framed.includes(target.pathname)) window.location.assign(target);
    else top.location.href = target.href;
  };
  return { navigate, useNavigate: () => navigate };
}
