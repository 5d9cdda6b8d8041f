/** The project whose users sign in to the dashboard, on the handler pages without a `project_id`. */
const dashboardProject = "internal";

/** Carries the page to come back to through the sign-in pages. */
const returnParameter = "after_auth_return_to";

/**
 * Returns the project whose hosted page an address is, by its `project_id`. Returns null for a page of the dashboard's own users.
 * Returns an empty text, which is no project's id, where several are named. The API trusts no such address either.
 */
export function hostedProjectId({ pathname, search }: { pathname: string; search: string }): string | null {
  if (!pathname.startsWith("/handler/")) return null;
  const [id, ...others] = new URLSearchParams(search).getAll("project_id");
  if (id === undefined) return null;
  if (others.length > 0) return "";
  return id === dashboardProject ? null : id;
}

/**
 * The project's website: the one that it names, else the only one that it trusts. Null where it would have to be guessed, or
 * a wildcard names none.
 *
 * @param sources the pages that may frame the hosted ones: of a project's trusted domains those with `https`
 */
export function websiteOf(homeUrl: string | null, sources: readonly string[]): string | null {
  if (homeUrl !== null) return homeUrl;
  const [website, ...others] = sources.filter((source) => source.startsWith("https://"));
  return website !== undefined && others.length === 0 && !website.includes("*") ? website : null;
}

/** Only for parsing relative addresses; nothing is requested from it. */
const anyOrigin = "https://page.invalid";

/**
 * A hosted page's own address without an `after_auth_return_to` that leads elsewhere than to a page of the same project; null
 * where it has none. What follows a sign-in has the look that the sign-in had: on this origin are the pages of all projects.
 */
export function withoutForeignReturn({ pathname, search, hash }: Record<"pathname" | "search" | "hash", string>) {
  const query = new URLSearchParams(search);
  const project = query.get("project_id");
  const targets = query.getAll(returnParameter);
  if (targets.every((target) => isPageOf(project, target))) return null;
  query.delete(returnParameter);
  return `${pathname}?${query}${hash}`;
}

function isPageOf(project: string | null, target: string): boolean {
  if (!URL.canParse(target, anyOrigin)) return false;
  const { origin, pathname, searchParams } = new URL(target, anyOrigin);
  const [id, ...others] = searchParams.getAll("project_id");
  return origin === anyOrigin && pathname.startsWith("/handler/") && id === project && others.length === 0;
}
