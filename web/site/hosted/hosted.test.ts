import { describe, it } from "vitest";
import { authorizationRequest, leadsTo } from "./authorize-page";
import { hostedProjectId, websiteOf, withoutForeignReturn } from "./hosted-address";

const complete = {
  redirect_uri: "https://shop.example/",
  state: "s1",
  code_challenge: "c1",
  code_challenge_method: "S256",
};

describe("authorizationRequest", () => {
  it("reads the four parts", ({ expect }) => {
    expect(authorizationRequest(new URLSearchParams({ ...complete, project_id: "p1" }))).toEqual(complete);
  });

  it.for(Object.keys(complete))("is none without %s, or with two", (name, { expect }) => {
    const query = new URLSearchParams(complete);
    query.append(name, "other");
    expect(authorizationRequest(query)).toBeUndefined();
    query.delete(name);
    expect(authorizationRequest(query)).toBeUndefined();
  });

  // Attack: PKCE downgrade: with `plain` the challenge in the address is the verifier.
  it("is none with another method than S256", ({ expect }) => {
    expect(authorizationRequest(new URLSearchParams({ ...complete, code_challenge_method: "plain" }))).toBeUndefined();
  });
});

describe("leadsTo", () => {
  it.for([
    ["https://shop.example/?code=c1", true],
    ["https://evil.example/?code=c1", false],
    ["http://shop.example/?code=c1", false],
    ["//shop.example", false],
    ["", false],
  ] as const)("%s → %s", ([url, leads], { expect }) => {
    expect(leadsTo(url, { ...complete, code_challenge_method: "S256" })).toBe(leads);
  });

  // Attack: script on the origin where owners sign in to the dashboard.
  it("never to a script", ({ expect }) => {
    const url = "javascript:alert(1)";
    expect(leadsTo(url, { ...complete, redirect_uri: url, code_challenge_method: "S256" })).toBe(false);
  });
});

const at = (address: string) => hostedProjectId(new URL(address, "https://login.example"));

describe("hostedProjectId", () => {
  it.for([
    ["/handler/sign-in?project_id=p1", "p1"],
    ["/handler/authorize?state=s&project_id=p1&lang=de", "p1"],
    ["/handler/sign-in", null],
    ["/handler/sign-in?project_id=internal", null],
    ["/projects/p1?project_id=p1", null],
    ["/?project_id=p1", null],
    ["/handler/sign-in?project_id=", ""],
  ] as const)("%s → %s", ([address, id], { expect }) => {
    expect(at(address)).toBe(id);
  });

  // Attack: parameter pollution: the page of one project, at an address that a filter takes for another's or the dashboard's.
  it.for(["project_id=p1&project_id=p2", "project_id=p1&project_id=p1", "project_id=internal&project_id=p1"])(
    "is no project's for %s",
    (query, { expect }) => {
      expect(at(`/handler/sign-in?${query}`)).toBe("");
    },
  );
});

describe("websiteOf", () => {
  const localhost = ["http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*"];

  it.for([
    [null, ["https://shop.example"], "https://shop.example"],
    [null, [...localhost, "https://shop.example:8443"], "https://shop.example:8443"],
    ["https://home.example/", ["https://shop.example"], "https://home.example/"],
    ["https://home.example/", [], "https://home.example/"],
  ] as const)("%s, of %j: %s", ([homeUrl, sources, website], { expect }) => {
    expect(websiteOf(homeUrl, sources)).toBe(website);
  });

  // Attack: a person who has joined a team, or is signed in, follows "Back to". It leads to a host that a stranger has below a
  // wildcard, or to one of several websites that is not theirs.
  it.for<{ sources: string[] }>([
    { sources: [] },
    { sources: localhost },
    { sources: ["https://*.shop.example"] },
    { sources: ["https://shop.example", "https://other.example"] },
    { sources: ["https://shop.example", "https://*.shop.example"] },
    { sources: ["javascript:alert(1)"] },
  ])("is none of $sources", ({ sources }, { expect }) => {
    expect(websiteOf(null, sources)).toBeNull();
  });
});

describe("withoutForeignReturn", () => {
  const signIn = (target: string) =>
    withoutForeignReturn(
      new URL(
        `/handler/sign-in?project_id=p1&after_auth_return_to=${encodeURIComponent(target)}#top`,
        "https://a.example",
      ),
    );

  // Attack: the sign-in page of a trusted project goes on to the page of the attacker's project on the same origin. It may also
  // go on to the dashboard. There the visitor types a password once more.
  it.for([
    "/handler/sign-in?project_id=p2",
    "/handler/sign-in?project_id=p1&project_id=p2",
    "/handler/sign-in",
    "/projects?project_id=p1",
    "/handler/../projects?project_id=p1",
    "//evil.example/handler/x?project_id=p1",
    "https://evil.example/handler/x?project_id=p1",
    "https://",
  ])("takes %s out of the address", (target, { expect }) => {
    expect(signIn(target)).toBe("/handler/sign-in?project_id=p1#top");
  });

  it.for(["/handler/authorize?project_id=p1&state=s", "/handler/account-settings?lang=de&project_id=p1"])(
    "leaves %s",
    (target, { expect }) => {
      expect(signIn(target)).toBeNull();
    },
  );
});
