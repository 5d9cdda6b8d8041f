/** The project whose users sign in to the dashboard, on the handler pages without a `project_id`. */
const dashboardProject = "internal";

/**
 * The project whose hosted page an address is: its `project_id`. Null for a page of the dashboard's own users; an empty
 * text, which is no project's id, where several are named, because the API trusts no such address either.
 */
export function hostedProjectId({ pathname, search }: { pathname: string; search: string }): string | null {
  if (!pathname.startsWith("/handler/")) return null;
  const [id, ...others] = new URLSearchParams(search).getAll("project_id");
  if (id === undefined) return null;
  if (others.length > 0) return "";
  return id === dashboardProject ? null : id;
}
