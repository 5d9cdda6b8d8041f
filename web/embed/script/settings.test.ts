import { afterEach, it, vi } from "vitest";
import { appOptions } from "./settings";

const polluted = {
  ...{ baseUrl: "https://evil.example", hosted: "https://evil.example", publishableClientKey: "pck_evil" },
  ...{ handler: "https://evil.example", oauthCallback: "https://evil.example" },
};

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
});

// Evidence: tag-takes-no-settings-from-prototypes
it("takes no setting of the tag from the prototype of all objects", ({ expect }) => {
  // Attack: a website merges its address's query into an object, and a link to it thus writes to `Object.prototype`. The forms of the
  // tag on that page then send passwords to the attacker.
  vi.stubGlobal("location", new URL("https://shop.example/login?step=1"));
  const deployment = { apiUrl: "https://api.example", siteUrl: "https://site.example" };
  Object.assign(Object.prototype, polluted);
  const { baseUrl, hosted, publishableClientKey, urls } = appOptions(
    { projectId: "p1", publishableClientKey: "pck_own" },
    deployment,
  );
  expect([baseUrl, hosted, publishableClientKey, urls?.handler, urls?.oauthCallback]).toEqual([
    ...["https://api.example", "https://site.example", "pck_own", undefined, "/login?step=1"],
  ]);
  expect(
    appOptions({ projectId: "p1", publishableClientKey: "pck_own", urlsSignIn: "/in" }, deployment).urls?.signIn,
  ).toBe("/in");
});

it("names the attributes of a tag that says no project and no key", ({ expect }) => {
  vi.stubGlobal("location", new URL("https://shop.example/login"));
  const deployment = { apiUrl: "https://api.example", siteUrl: "https://site.example" };
  const printed = vi.spyOn(console, "error").mockReturnValue();
  expect(appOptions({}, deployment)).toMatchObject({ projectId: "none", publishableClientKey: "none" });
  expect(printed.mock.calls.join(" ")).toMatch(/data-project-id.*data-publishable-client-key/);
  printed.mockRestore();
});
