import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, it, vi } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { takeFailedSignIn } from "./failed-sign-in-alert";
import { appOptions } from "./script/settings";
import { sizedByElement } from "./sized-by-element";

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

it("names the attribute of a tag that says no project, and takes one without a key", ({ expect }) => {
  vi.stubGlobal("location", new URL("https://shop.example/login"));
  const deployment = { apiUrl: "https://api.example", siteUrl: "https://site.example" };
  const printed = vi.spyOn(console, "error").mockReturnValue();
  expect(appOptions({}, deployment)).toMatchObject({ projectId: "none" });
  expect(appOptions({}, deployment)).not.toHaveProperty("publishableClientKey");
  expect(printed.mock.calls.join(" ")).toMatch(/data-project-id/);
  printed.mockRestore();
});

it("is where a provider's refusal leads, whose code alone is taken out of the address", ({ expect }) => {
  // Attack: content spoofing by a link, whose message the website would show, or its scripts would take for one of the server's.
  const replaceState = vi.fn();
  const stored = new Map<string, string>();
  const visit = (search: string) => {
    const location = new URL(`https://shop.example/basket?item=3${search}#top`);
    vi.stubGlobal("location", location);
    vi.stubGlobal("sessionStorage", { setItem: (name: string, value: string) => stored.set(name, value) });
    vi.stubGlobal("window", { location, history: { state: null, replaceState } });
    return takeFailedSignIn();
  };
  vi.stubGlobal("location", new URL("https://shop.example/basket?item=3"));
  const deployment = { apiUrl: "https://api.example", siteUrl: "https://site.example" };
  const { urls } = appOptions({ projectId: "p1", publishableClientKey: "pck_own" }, deployment);
  expect(urls?.error).toBe("/basket?item=3");

  expect(visit("")).toBeUndefined();
  expect(visit("&errorCode=MINE")).toBeUndefined();
  expect(replaceState).not.toHaveBeenCalled();
  const details = encodeURIComponent('{"contact_channel_value":"ada@example.com"}');
  const refused = `&errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=Call+0900&details=${details}`;
  expect(visit(refused)).toBe("OAUTH_PROVIDER_ACCESS_DENIED");
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, "", "/basket?item=3#top");
  expect([...stored.values()]).toEqual(["ada@example.com"]);
});

const text = (file: string) => readFile(path.join(REPOSITORY, file), "utf8");

it("the plain HTML page with the tag is what README and docs show, in ten lines", async ({ expect }) => {
  const page = await text("docs/examples/html-tag/index.html");
  expect(page.trimEnd().split("\n").length).toBeLessThan(10);
  for (const file of ["README.md", "docs/embed.md"]) expect(await text(file)).toContain(`\`\`\`html\n${page}\`\`\``);
});

// Attack: a stranger in the same network opens what someone tries out on their computer, with its keys.
it.for([
  ["html-tag/serve.js", '.listen(port, "127.0.0.1", '],
  ["hosted-static/serve.mjs", '.listen(port, "127.0.0.1", '],
  ["express/server.ts", '.listen(port, "127.0.0.1", '],
  ["next/package.json", "next dev --hostname localhost "],
])("the example %s listens on this computer alone", async ([file, listening], { expect }) => {
  expect(await text(`docs/examples/${file}`)).toContain(listening);
});

it("makes conditions on the width of the window those of the element", ({ expect }) => {
  expect(sizedByElement("@media (width>=64rem){a{top:0}}@media (width < 40rem){a{top:1px}}")).toBe(
    "@container gatehouse (width >= 1024px){a{top:0}}@container gatehouse (width < 640px){a{top:1px}}",
  );
  expect(sizedByElement("@media (min-width: 40rem){}@media not all and (min-width:64rem){}")).toBe(
    "@container gatehouse (width >= 640px){}@container gatehouse (not (width >= 1024px)){}",
  );
  // As it is minified.
  expect(sizedByElement("@media(width>=40rem){}@media not (width>=64rem){}")).toBe(
    "@container gatehouse (width >= 640px){}@container gatehouse (not (width >= 1024px)){}",
  );
  expect(sizedByElement("@media print{a{top:0}}")).toBe("@media print{a{top:0}}");
});
