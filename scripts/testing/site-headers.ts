import { readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "../dev/wrangler";

/** The Content-Security-Policy of the site's pages on Pages, by the paths that have it (`web/site/public/_headers`). */
export function sitePolicies(): Map<string, string> {
  const text = readFileSync(path.join(REPOSITORY, "web/site/public/_headers"), "utf8");
  const rules = text.split("\n\n").map((rule) => rule.trim().split("\n"));
  const name = "Content-Security-Policy:";
  return new Map(
    rules.flatMap(([pattern = "", ...headers]): [string, string][] => {
      const policy = headers.map((header) => header.trim()).find((header) => header.startsWith(name));
      return policy ? [[pattern, policy.slice(name.length).trim()]] : [];
    }),
  );
}
