/**
 * The page of the API reference, which is built ahead of the Worker. It may load scripts and send requests to this origin
 * alone; Scalar writes its styles into the page.
 *
 * @throws Error when the assets were not built
 */
export async function referencePage(
  assets: Fetcher,
  { apiUrl, webUrl }: { apiUrl: string; webUrl: string },
): Promise<Response> {
  const page = await assets.fetch(`${apiUrl}/reference/index.html`);
  if (!page.ok) throw new Error(`The page of the API reference is not among the assets: ${page.status}`);
  const linked = new HTMLRewriter()
    .on("a[data-site]", { element: (link) => void link.setAttribute("href", webUrl) })
    .transform(page);
  return new Response(linked.body, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": contentPolicy(apiUrl) },
  });
}

/** `apiUrl` is the page's own origin, unless it was opened by another name of the same server. */
function contentPolicy(apiUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
