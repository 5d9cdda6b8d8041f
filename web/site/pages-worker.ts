import { frameAncestors, withFrameAncestors } from "./frame-policy";
import { documentPath, handlerDocument } from "./handler-document";

interface PagesEnvironment {
  /** The files of the site, with the headers that `_headers` gives them. */
  ASSETS: { fetch(request: Request): Promise<Response> };
}

/** Limits how long what a project's pages need may be taken from the edge's cache, in seconds. */
const cacheSeconds = 60;

/**
 * Serves the handler pages on Cloudflare Pages (`_routes.json` has their paths). The document of a page is in the browser's
 * language, and is framed where the project allows it. Only the API knows the websites that a project trusts, so a static header
 * cannot name them.
 */
export default {
  async fetch(request: Request, { ASSETS }: PagesEnvironment): Promise<Response> {
    const url = new URL(request.url);
    const document = handlerDocument(url, (name) => request.headers.get(name));
    const framing = { url, destination: request.headers.get("Sec-Fetch-Dest") };
    const [page, directive] = await Promise.all([
      ASSETS.fetch(document ? new Request(new URL(documentPath(document), url), request) : request),
      frameAncestors(framing, { apiUrl: import.meta.env.VITE_API_URL, fetchHostedPages }),
    ]);
    const response = new Response(page.body, page);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    response.headers.set("Content-Security-Policy", withFrameAncestors(policy, directive));
    response.headers.append("Vary", "Sec-Fetch-Dest, Accept-Language, Cookie");
    return response;
  },
};

/** @param init.cf is read by Cloudflare alone */
function fetchHostedPages(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, {
    ...init,
    cf: { cacheEverything: true, cacheTtlByStatus: { "200-299": cacheSeconds } },
  } as RequestInit);
}
