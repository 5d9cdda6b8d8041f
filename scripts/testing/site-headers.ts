import { readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "../dev/wrangler";

/** The Content-Security-Policy of the site's pages on Pages, by the paths that have it (`web/site/public/_headers`). */
export function sitePolicies(): Map<string, string> {
  return readHeader(path.join(REPOSITORY, "web/site/public/_headers"), "Content-Security-Policy");
}

/** The `Link` header that a built site's page has on Pages, if any. */
export function preloadsOf(site: string, pathname: string): string | undefined {
  const links = readHeader(path.join(site, "_headers"), "Link");
  // A path of its own is after the pattern that it is within, and sets the header anew.
  return links.get(pathname) ?? links.get(`${pathname.replace(/^(\/[^/]+\/).*$/, "$1")}*`);
}

/** The values of a header in a file of Pages, by the path or pattern that they are for. */
function readHeader(file: string, name: string): Map<string, string> {
  const rules = readFileSync(file, "utf8").split("\n\n");
  return new Map(
    rules.flatMap((rule): [string, string][] => {
      const [pattern = "", ...headers] = rule.trim().split("\n");
      const header = headers.map((line) => line.trim()).find((line) => line.startsWith(`${name}:`));
      return header ? [[pattern, header.slice(name.length + 1).trim()]] : [];
    }),
  );
}
