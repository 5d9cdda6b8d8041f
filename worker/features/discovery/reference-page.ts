import { builtFor } from "./built-for";

/** The OpenAPI document as JSON. It is built ahead of the Worker, since the texts are long and change only with a release. */
export async function openApiText(assets: Fetcher, { apiUrl, webUrl }: typeof builtFor): Promise<string> {
  const document = await assetOf(assets, apiUrl, "openapi.json");
  const text = await document.text();
  return text.replaceAll(builtFor.apiUrl, apiUrl).replaceAll(builtFor.webUrl, webUrl);
}

/**
 * The page of the API reference, which is built ahead of the Worker. It may load scripts and send requests to this origin
 * alone; Scalar writes its styles into the page.
 */
export async function referencePage(assets: Fetcher, { apiUrl, webUrl }: typeof builtFor): Promise<Response> {
  const page = await assetOf(assets, apiUrl, "index.html");
  const linked = new HTMLRewriter()
    .on("a[data-site]", { element: (link) => void link.setAttribute("href", webUrl) })
    .transform(page);
  return new Response(linked.body, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": contentPolicy(apiUrl) },
  });
}

/** @throws Error when the assets were not built */
async function assetOf(assets: Fetcher, apiUrl: string, name: string): Promise<Response> {
  const asset = await assets.fetch(`${apiUrl}/reference/${name}`);
  if (!asset.ok) throw new Error(`reference/${name} is not among the assets: ${asset.status}`);
  return asset;
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
