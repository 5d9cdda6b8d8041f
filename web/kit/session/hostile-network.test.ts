import { describe, expect, it } from "vitest";
import { appInternals } from "../app/internals";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { makeClientApp } from "../testing/apps";
import { FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";

const api = serverOfEachTest();

const token = "POST /auth/oauth/token";
const me = "GET /users/me";

/** Two tabs of one browser: apps of their own that share the cookies. */
function tabs(refreshToken = "r1") {
  const page = new FakePage();
  page.document.cookie = `stack-refresh-p1=${refreshToken}`;
  const open = () => makeClientApp({ baseUrl: api.url, tokenStore: "cookie" }, page);
  return { page, first: open(), second: open() };
}

/** Lets the server make tokens that live ten minutes by its own clock. */
function makeTokens() {
  api.on(token, () => {
    const iat = Math.floor(Date.now() / 1000);
    return { body: { access_token: accessToken({ iat, exp: iat + 600 }), token_type: "bearer" } };
  });
}

describe("one refresh", () => {
  it("200: serves 50 callers at once, and their requests carry the new token", async () => {
    makeTokens();
    api.on(me, { body: clientUser });
    const { first } = tabs();
    await Promise.all(Array.from({ length: 50 }, () => first.app.getUser()));
    await Promise.all(Array.from({ length: 50 }, () => first.app[appInternals].session().accessToken()));
    expect(api.requestsFor(token)).toHaveLength(1);
  });

  it("200: serves the other tab, which finds the new token in the cookies", async () => {
    makeTokens();
    api.on(me, { body: clientUser });
    const { first, second } = tabs();
    await first.app.getUser();
    await second.app.getUser();
    expect(api.requestsFor(token)).toHaveLength(1);
    const [one, other] = api.requestsFor(me).map(({ headers }) => headers["x-stack-access-token"]);
    expect(one).toBe(other);
  });
});

describe("a clock that is wrong", () => {
  it.each([
    ["an hour ahead", 3_600_000],
    ["an hour behind", -3_600_000],
  ])("by %s: signed in as with a right one, and no more refreshes than needed", async (_, error) => {
    makeTokens();
    api.on(me, { body: clientUser });
    const { first } = tabs();
    first.host.time += error;
    expect((await first.app.getUser())?.id).toBe(clientUser.id);
    expect((await first.app.getUser())?.id).toBe(clientUser.id);
    expect(api.requestsFor(token)).toHaveLength(1);
    first.host.time += 590_000;
    expect((await first.app.getUser())?.id).toBe(clientUser.id);
    expect(api.requestsFor(token)).toHaveLength(2);
  });

  it("401 ACCESS_TOKEN_EXPIRED: behind, a token in the cookies that has expired is renewed when it is refused", async () => {
    makeTokens();
    api.on(me, [refusal("ACCESS_TOKEN_EXPIRED", 401, "Access token has expired."), { body: clientUser }]);
    const page = new FakePage();
    const old = accessToken({ exp: Math.floor(Date.now() / 1000) - 60 });
    page.document.cookie = "stack-refresh-p1=r1";
    page.document.cookie = `stack-access=${encodeURIComponent(JSON.stringify(["r1", old]))}`;
    const { app, host } = makeClientApp({ baseUrl: api.url, tokenStore: "cookie" }, page);
    host.time -= 3_600_000;
    expect((await app.getUser())?.id).toBe(clientUser.id);
    expect(api.requestsFor(me).map(({ headers }) => headers["x-stack-access-token"] === old)).toEqual([true, false]);
  });
});

describe("a token that expires in the middle of a request", () => {
  it("401 ACCESS_TOKEN_EXPIRED: is renewed, and the request repeated with the new one, also one that writes", async () => {
    makeTokens();
    api.on(me, { body: clientUser });
    api.on("PATCH /users/me", [
      refusal("ACCESS_TOKEN_EXPIRED", 401, "Access token has expired."),
      { body: clientUser },
    ]);
    const { first } = tabs();
    const user = await first.app.getUser({ or: "throw" });
    await user.update({ displayName: "Zoë" });
    expect(api.requestsFor("PATCH /users/me")).toHaveLength(2);
    expect(api.requestsFor(token)).toHaveLength(2);
  });
});

describe("a sign-out in another tab", () => {
  it("ends the session here: no user, no request, and the listeners know", async () => {
    makeTokens();
    api.on(me, { body: clientUser });
    api.on("DELETE /auth/sessions/current", { body: { success: true } });
    const { first, second } = tabs();
    await first.app.getUser();
    await second.app.getUser();
    const changes: string[] = [];
    second.app[appInternals].onSessionChange(() => changes.push(second.app[appInternals].session().key));
    await first.app.signOut();
    second.host.tick();
    expect(changes).toEqual(["not-logged-in"]);
    const before = api.received.length;
    expect(await second.app.getUser()).toBeNull();
    expect(api.received).toHaveLength(before);
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: or on another device, ends the session at the next refresh, and clears the cookies", async () => {
    api.on(token, refusal("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401, "Refresh token not found or expired."));
    const { first, page } = tabs();
    api.on(me, refusal("CANNOT_GET_OWN_USER_WITHOUT_USER", 400, "No user."));
    expect(await first.app.getUser()).toBeNull();
    expect(page.document.cookie).not.toContain("stack-refresh-p1=r1");
  });
});
