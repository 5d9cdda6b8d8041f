import { appendFile } from "node:fs/promises";
import path from "node:path";
import { type Entries, filesOfEntries } from "./site-manifest";

/** What the document's first module would find out one import after the other, by the paths of `_headers`. */
const PAGES: Readonly<Record<string, Entries>> = {
  "/": { dashboard: ["router-main.ts"] },
  "/projects": { dashboard: ["router-main.ts", "../dashboard/frame/frame.ts"] },
  "/projects/*": { dashboard: ["router-main.ts", "../dashboard/frame/frame.ts"] },
  "/purchase/*": { dashboard: ["purchase-main.ts", "purchase/purchase-root.tsx"] },
  "/handler/*": { handler: ["handler.html"] },
  "/handler/account-settings": { dashboard: ["account-main.ts"] },
};

/** Paths that a rule before theirs has as well. */
const WITHIN_OTHERS: readonly string[] = ["/handler/account-settings"];

/**
 * Adds to the site's `_headers` which files each page loads first, as `Link` headers (RFC 8288): the browser fetches them with the
 * document's first module and not after it, and Cloudflare announces them before the document (103 Early Hints).
 */
export async function addPreloads(site: string): Promise<void> {
  const rules = Object.entries(PAGES).map(([pattern, entries]) =>
    [
      `\n${pattern}\n`,
      ...(WITHIN_OTHERS.includes(pattern) ? ["  ! Link\n"] : []),
      `  Link: ${filesOfEntries(site, entries).map(preload).join(", ")}\n`,
    ].join(""),
  );
  await appendFile(path.join(site, "_headers"), rules.join(""));
}

function preload(file: string): string {
  return file.endsWith(".css")
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload; crossorigin`;
}
