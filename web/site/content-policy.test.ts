import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** The policies of `_headers` by the paths that have them. */
function policies(): Map<string, Map<string, string[]>> {
  const text = readFileSync(path.join(import.meta.dirname, "public/_headers"), "utf8");
  const rules = text.split("\n\n").map((rule) => rule.trim().split("\n"));
  return new Map(
    rules.flatMap(([pattern = "", ...headers]) => {
      const policy = headers.find((header) => header.trim().startsWith("Content-Security-Policy:"));
      if (!policy) return [];
      const directives = policy.trim().slice("Content-Security-Policy:".length).split(";");
      const named = directives.map((each) => each.trim().split(" ")).map(([name = "", ...sources]) => [name, sources]);
      return [[pattern, new Map(named as [string, string[]][])]];
    }),
  );
}

it("only the page on which customers buy loads what is Stripe's, and nothing else of others", () => {
  // Attack: a script of another server, where owners sign in and administer their projects.
  const found = policies();
  const [site, purchase] = [found.get("/*"), found.get("/purchase/*")];
  expect([...found.keys()]).toEqual(["/*", "/purchase/*"]);
  expect(site?.get("script-src")).toEqual(["'self'"]);
  expect(site?.has("frame-src")).toBe(false);
  const stripe = ["https://js.stripe.com", "https://*.js.stripe.com"];
  expect(purchase?.get("script-src")).toEqual(["'self'", ...stripe]);
  expect(purchase?.get("frame-src")).toEqual([...stripe, "https://hooks.stripe.com"]);
  const others = (policy?: Map<string, string[]>) =>
    [...(policy ?? [])].filter(([name]) => name !== "script-src" && name !== "frame-src");
  expect(others(purchase)).toEqual(others(site));
});
