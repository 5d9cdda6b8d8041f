import { expect, it } from "vitest";
import { sitePolicies } from "../../scripts/testing/site-headers";

/** The policies by the paths that have them, each as its directives. */
function policies(): Map<string, Map<string, string[]>> {
  return new Map([...sitePolicies()].map(([pattern, policy]) => [pattern, directivesOf(policy)]));
}

function directivesOf(policy: string): Map<string, string[]> {
  const directives = policy.split(";").map((each) => each.trim().split(" "));
  return new Map(directives.map(([name = "", ...sources]) => [name, sources]));
}

// Evidence: only-page-customers-buy-loads-what
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
