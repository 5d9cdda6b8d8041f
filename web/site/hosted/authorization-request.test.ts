import { describe, it } from "vitest";
import { authorizationRequest, leadsTo } from "./authorization-request";

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
