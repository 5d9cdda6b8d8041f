/** Pages that ask for credentials and confirm nothing: an overlay can get no more from them than they show. */
const framedPages = new Set(["/handler/sign-in", "/handler/sign-up", "/handler/forgot-password"]);

const projectId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A scheme and a host, with nothing that could end the directive. */
const source = /^https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::(?:\d+|\*))?$/;

/** A page waits for no longer than this, in milliseconds, and then is framed nowhere. */
const timeout = 3_000;

/** Requests what the hosted pages of a project need. */
export type FetchHostedPages = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Returns the directive that names the websites in which a page of the site may be framed (CSP level 3, section 6.4.2). It names
 * those that a project trusts for the pages on which its users sign in, and none for all others. A browser says where it shows a
 * page (`Sec-Fetch-Dest`), so that a page by itself waits for nothing. A browser that does not say so is taken to frame it.
 *
 * @param apiUrl the address of the API, without a trailing slash
 */
export async function frameAncestors(
  request: { url: URL; destination: string | null },
  { apiUrl, fetchHostedPages }: { apiUrl: string; fetchHostedPages: FetchHostedPages },
): Promise<string> {
  const projects = request.url.searchParams.getAll("project_id");
  const [id = ""] = projects;
  const isHosted = framedPages.has(request.url.pathname) && projects.length === 1 && projectId.test(id);
  const isFramed = request.destination !== "document";
  const sources =
    isHosted && isFramed ? await readSources(`${apiUrl}/api/v1/hosted-pages/${id}`, fetchHostedPages) : [];
  return `frame-ancestors ${sources.length === 0 ? "'none'" : sources.join(" ")}`;
}

/** Returns what the API names. Without a response that can be read, the page is framed nowhere. */
async function readSources(url: string, fetchHostedPages: FetchHostedPages): Promise<string[]> {
  try {
    const response = await fetchHostedPages(url, { signal: AbortSignal.timeout(timeout) });
    if (!response.ok) return [];
    const { frame_ancestors: named }: { frame_ancestors?: unknown } = await response.json();
    return Array.isArray(named) ? named.filter((each) => typeof each === "string" && source.test(each)) : [];
  } catch {
    return [];
  }
}

/** A policy with another `frame-ancestors` in place of its own. */
export function withFrameAncestors(policy: string, directive: string): string {
  const others = policy
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each && !/^frame-ancestors\b/i.test(each));
  return [...others, directive].join("; ");
}
