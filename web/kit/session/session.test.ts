import { describe, expect, it } from "vitest";
import { FakeHost } from "../testing/fake-host";
import { accessToken } from "../testing/wire-samples";
import { AccessToken } from "./access-token";
import { Session, type SessionOptions } from "./session";

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

function session(options: Partial<SessionOptions>) {
  const host = new FakeHost();
  const refreshes: string[] = [];
  const made = new Session({
    accessToken: null,
    refreshToken: null,
    host,
    ...options,
    refresh: async (refreshToken) => {
      refreshes.push(refreshToken);
      return options.refresh === undefined ? AccessToken.parse(accessToken()) : await options.refresh(refreshToken);
    },
  });
  return { made, host, refreshes };
}

describe("the key of a session", () => {
  it("is the refresh token, else the access token, else not-logged-in", () => {
    expect(session({ refreshToken: "r1", accessToken: "a1" }).made.key).toBe("refresh-r1");
    expect(session({ accessToken: "a1" }).made.key).toBe("access-a1");
    expect(session({}).made.key).toBe("not-logged-in");
  });
});

describe("a session without tokens", () => {
  it("begins invalid and never refreshes", async () => {
    const { made, refreshes } = session({});
    expect(made.isKnownInvalid).toBe(true);
    expect(await made.tokens()).toEqual({ accessToken: null, refreshToken: null });
    expect(refreshes).toEqual([]);
  });
});

describe("a session with both tokens", () => {
  it("uses an access token with 20 seconds left, and refreshes one with less", async () => {
    const text = accessToken({ exp: inSeconds(30) });
    const fresh = session({ refreshToken: "r1", accessToken: text });
    expect((await fresh.made.accessToken())?.text).toBe(text);
    expect(fresh.refreshes).toEqual([]);

    const old = session({ refreshToken: "r1", accessToken: accessToken({ exp: inSeconds(19) }) });
    expect((await old.made.accessToken())?.text).not.toBe(text);
    expect(old.refreshes).toEqual(["r1"]);
  });

  it("takes a token without expiry as one that never expires", async () => {
    const { made, host, refreshes } = session({ refreshToken: "r1", accessToken: accessToken({ exp: undefined }) });
    host.time += 10 * 365 * 86_400_000;
    expect(await made.accessToken()).not.toBeNull();
    expect(refreshes).toEqual([]);
  });

  it("refuses to promise more than 60 seconds of life", async () => {
    const { made } = session({ refreshToken: "r1", accessToken: accessToken() });
    await expect(made.accessToken(60_001)).rejects.toThrow(
      "Required access token expiry 60001ms is too long; access tokens are too short to be used for more than 60s",
    );
    expect(await made.accessToken(60_000)).not.toBeNull();
  });

  it("faults on a new token that expires within 20 seconds", async () => {
    const { made } = session({
      refreshToken: "r1",
      refresh: async () => AccessToken.parse(accessToken({ exp: inSeconds(10) })),
    });
    await expect(made.accessToken()).rejects.toThrow(
      /^Required access token expiry 20000ms is too long; access tokens are too short when they're generated \(\d+ms\)/,
    );
  });

  it("shares one refresh among 20 parallel callers", async () => {
    const { made, refreshes } = session({ refreshToken: "r1" });
    const tokens = await Promise.all(Array.from({ length: 20 }, () => made.accessToken()));
    expect(new Set(tokens.map((token) => token?.text)).size).toBe(1);
    expect(refreshes).toEqual(["r1"]);
  });

  it("throws what a refresh failed with to every caller, and tries again for the next", async () => {
    let failures = 1;
    const { made } = session({
      refreshToken: "r1",
      refresh: async () => {
        if (failures-- > 0) throw new Error("no network");
        return AccessToken.parse(accessToken());
      },
    });
    const both = await Promise.allSettled([made.accessToken(), made.accessToken()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(made.isKnownInvalid).toBe(false);
    expect(await made.accessToken()).not.toBeNull();
  });

  it("becomes invalid for good when the refresh reports that the login is over", async () => {
    let invalidated = 0;
    const { made, refreshes } = session({ refreshToken: "r1", refresh: async () => null });
    made.onInvalid(() => invalidated++);
    expect(await made.tokens()).toEqual({ accessToken: null, refreshToken: null });
    expect(await made.accessToken()).toBeNull();
    expect(made.isKnownInvalid).toBe(true);
    expect(refreshes).toEqual(["r1"]);
    expect(invalidated).toBe(1);
  });

  it("does not come back to life by a refresh that was under way when it became invalid", async () => {
    const { made } = session({ refreshToken: "r1" });
    const renewals: unknown[] = [];
    made.onAccessTokenChange((accessToken) => renewals.push(accessToken));
    const underWay = made.accessToken();
    made.markInvalid();
    expect(await underWay).toBeNull();
    expect(renewals).toEqual([]);
    expect(made.usableAccessToken()).toBeNull();
  });

  it("gives up a refused token only while it is still the current one", async () => {
    const { made } = session({ refreshToken: "r1", accessToken: accessToken() });
    const first = await made.accessToken();
    if (first === null) throw new Error("The session should have a token");
    made.adoptAccessToken(accessToken({ name: "newer" }));
    made.markAccessTokenExpired(first);
    const second = made.usableAccessToken();
    expect(second?.claims.name).toBe("newer");
    if (second !== null) made.markAccessTokenExpired(second);
    expect(made.usableAccessToken()).toBeNull();
  });
});

describe("a session with an access token only", () => {
  it("uses it to its last moment, then is signed out", async () => {
    const { made, host, refreshes } = session({ accessToken: accessToken({ exp: inSeconds(10) }) });
    expect(await made.accessToken()).not.toBeNull();
    host.time += 10_000;
    expect(await made.accessToken()).toBeNull();
    expect(made.isKnownInvalid).toBe(true);
    expect(refreshes).toEqual([]);
  });
});

describe("access tokens", () => {
  it("the text 'undefined' is a fault, for either token", () => {
    expect(() => session({ accessToken: "undefined" })).toThrow(/Access token is the string 'undefined';/);
    expect(() => session({ refreshToken: "undefined" })).toThrow(/Refresh token is the string 'undefined';/);
  });

  it.each([
    ["sub", undefined],
    ["iss", 1],
    ["aud", ["list"]],
    ["project_id", undefined],
    ["branch_id", undefined],
    ["refresh_token_id", undefined],
    ["role", "anon"],
    ["name", undefined],
    ["email", 1],
    ["email_verified", "true"],
    ["selected_team_id", undefined],
    ["is_anonymous", undefined],
    ["exp", "soon"],
  ])("a token whose claim %s is %j counts as none", (claim, value) => {
    expect(AccessToken.parse(accessToken())).not.toBeNull();
    expect(AccessToken.parse(accessToken({ [claim]: value }))).toBeNull();
  });

  it.each(["", "a.b", "a.!!.c", "a.e30.c", "a.bnVsbA.c"])("%j is no token", (text) => {
    expect(AccessToken.parse(text)).toBeNull();
  });

  it("reads claims beyond ASCII", () => {
    expect(AccessToken.parse(accessToken({ name: "Zoë 🗝" }))?.claims.name).toBe("Zoë 🗝");
  });
});
