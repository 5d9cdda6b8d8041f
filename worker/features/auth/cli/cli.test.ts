import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { twoRotations, under } from "../../../testing/rotation";
import type { TestResponse } from "../../../testing/send-request";
import { isAlive, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";

const invalidLoginCode = "Invalid login code or the code has expired";

afterEach(() => void vi.useRealTimers());

async function begin(p: TestProject, body?: object) {
  const response = await p.client("POST /auth/cli", { ...(body && { body }) });
  return response.body as { polling_code: string; login_code: string; expires_at: string };
}

function poll(p: TestProject, pollingCode: string): Promise<TestResponse> {
  return p.client("POST /auth/cli/poll", { body: { polling_code: pollingCode } });
}

function complete(p: TestProject, loginCode: string, refreshToken: string): Promise<TestResponse> {
  return p.client("POST /auth/cli/complete", { body: { login_code: loginCode, refresh_token: refreshToken } });
}

async function session(p: TestProject) {
  return signedIn(p, await bareUser(p.id));
}

function objectOf(code: string) {
  return env.CLI_LOGIN.get(env.CLI_LOGIN.idFromString(code.slice(0, 64)));
}

/** Another code that differs in its last character only. */
function neighbour(code: string): string {
  return code.slice(0, -1) + (code.endsWith("0") ? "1" : "0");
}

describe("POST /auth/cli", () => {
  it("200 with two codes and a time two hours from now, without a body or with an empty one", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    const p = await project();
    for (const input of [undefined, { body: {} }]) {
      const response = await p.client("POST /auth/cli", input);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        polling_code: expect.any(String),
        login_code: expect.any(String),
        expires_at: "2026-01-01T02:00:00.000Z",
      });
      expect(response.body.polling_code).not.toBe(response.body.login_code);
      expect(response.cost.d1).toBe(1);
    }
  });

  it("200 with the requested lifetime, up to a day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    const { expires_at } = await begin(await project(), { expires_in_millis: 86_400_000 });
    expect(expires_at).toBe("2026-01-02T00:00:00.000Z");
  });

  it("stores neither code", async () => {
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    const stored = await runInDurableObject(objectOf(polling_code), (_, state) =>
      JSON.stringify([...state.storage.kv.list()]),
    );
    expect(stored).toContain(p.id);
    for (const code of [polling_code, login_code]) expect(stored).not.toContain(code.slice(64));
  });

  it.each([
    [{ expires_in_millis: 86_400_001 }, "body.expires_in_millis must be less than or equal to 86400000"],
    [{ expires_in_millis: 0 }, "body.expires_in_millis must be greater than or equal to 1"],
    [{ expires_in_millis: "soon" }, "body.expires_in_millis must be a `number` type"],
    [{ expires_at: 1 }, "body contains unknown properties: expires_at"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await project()).client("POST /auth/cli", { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("POST /auth/cli/poll", () => {
  it("200 waiting, then 201 success with the refresh token, then 200 used", async () => {
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    const waiting = await poll(p, polling_code);
    expect({ status: waiting.status, body: waiting.body }).toEqual({ status: 200, body: { status: "waiting" } });
    const { refresh_token } = await session(p);
    await complete(p, login_code, refresh_token);
    const success = await poll(p, polling_code);
    expect({ status: success.status, body: success.body }).toEqual({
      status: 201,
      body: { status: "success", refresh_token },
    });
    expect(success.headers.get("cache-control")).toBe("no-store, max-age=0");
    expect(await isAlive(p, success.body)).toBe(true);
    const used = await poll(p, polling_code);
    expect({ status: used.status, body: used.body }).toEqual({ status: 200, body: { status: "used" } });
  });

  it("200 expired after its time, even when it was completed before", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await project();
    const { polling_code, login_code } = await begin(p, { expires_in_millis: 1_000 });
    expect((await complete(p, login_code, (await session(p)).refresh_token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1_000);
    const response = await poll(p, polling_code);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { status: "expired" } });
  });

  it("continues in every state after the object was evicted from memory", async () => {
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    const { refresh_token } = await session(p);
    const object = objectOf(polling_code);
    await evictDurableObject(object);
    expect((await poll(p, polling_code)).body).toEqual({ status: "waiting" });
    await evictDurableObject(object);
    expect((await complete(p, login_code, refresh_token)).status).toBe(200);
    await evictDurableObject(object);
    expect((await poll(p, polling_code)).body).toEqual({ status: "success", refresh_token });
    await evictDurableObject(object);
    expect((await poll(p, polling_code)).body).toEqual({ status: "used" });
  });

  it("400 INVALID_POLLING_CODE once the alarm has cleared it, which it does a day after the login's time", async () => {
    const p = await project();
    const { polling_code, login_code, expires_at } = await begin(p);
    await complete(p, login_code, (await session(p)).refresh_token);
    await poll(p, polling_code);
    const object = objectOf(polling_code);
    const alarm = await runInDurableObject(object, (_, state) => state.storage.getAlarm());
    expect(alarm).toBe(Date.parse(expires_at) + 86_400_000);
    await runDurableObjectAlarm(object);
    expectError(await poll(p, polling_code), 400, "INVALID_POLLING_CODE");
  });

  // Attack: reading the object's storage, to sign in with the token in it.
  it("200 expired when no configured root secret opens the refresh token", async () => {
    const { first, third } = twoRotations();
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    const { refresh_token } = await session(p);
    await complete(under(first, p), login_code, refresh_token);
    const response = await poll(under(third, p), polling_code);
    expect([response.status, response.body]).toEqual([200, { status: "expired" }]);
    expect((await poll(p, polling_code)).body).toEqual({ status: "used" });
  });

  it("stores the refresh token sealed until it is returned, and no longer", async () => {
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    const { refresh_token } = await session(p);
    await complete(p, login_code, refresh_token);
    const stored = () =>
      runInDurableObject(objectOf(polling_code), (_, state) => JSON.stringify([...state.storage.kv.list()]));
    expect(await stored()).toContain("sealed:v2:");
    expect(await stored()).not.toContain(refresh_token);
    await poll(p, polling_code);
    expect(await stored()).not.toContain("sealed:v1:");
  });

  // Attack: polling faster than the command line, to get its token too.
  it("201 with the token for one of 20 polls at once, 200 used for 19", async () => {
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    await complete(p, login_code, (await session(p)).refresh_token);
    const responses = await Promise.all(Array.from({ length: 20 }, () => poll(p, polling_code)));
    expect(responses.map(({ body }) => body.status).sort()).toEqual(["success", ...Array(19).fill("used")]);
  });

  // Attack: brute force of polling codes, all at once, beginning with the id that the login code contains.
  it("400 INVALID_POLLING_CODE for guesses, also those that share the login code's beginning", async () => {
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    await complete(p, login_code, (await session(p)).refresh_token);
    const guesses = [
      "",
      "x",
      "0".repeat(64),
      "0".repeat(109),
      login_code,
      neighbour(polling_code),
      polling_code.slice(0, 64),
      polling_code.toUpperCase(),
      login_code.slice(0, 64) + "0".repeat(45),
      neighbour(polling_code.slice(0, 64)) + polling_code.slice(64),
    ];
    const responses = await Promise.all(guesses.map((guess) => poll(p, guess)));
    for (const response of responses) {
      expectError(response, 400, "INVALID_POLLING_CODE");
      expect(response.body.error).toBe("The polling code is invalid or does not exist.");
    }
    expect((await poll(p, polling_code)).status).toBe(201);
  });

  // Attack: a login of one project, taken over by another.
  it("400 INVALID_POLLING_CODE at another project", async () => {
    const [p, other] = [await project(), await project()];
    const { polling_code } = await begin(p);
    expectError(await poll(other, polling_code), 400, "INVALID_POLLING_CODE");
    expect((await poll(p, polling_code)).body).toEqual({ status: "waiting" });
  });

  it.each([
    [{}, "body.polling_code must be defined"],
    [{ polling_code: "x", login_code: "y" }, "body contains unknown properties: login_code"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await project()).client("POST /auth/cli/poll", { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("POST /auth/cli/complete", () => {
  const key = "POST /auth/cli/complete";
  it("200 shares the session of the caller", async () => {
    const p = await project();
    const { polling_code, login_code } = await begin(p);
    const own = await session(p);
    const body = { login_code, refresh_token: own.refresh_token };
    const response = await p.as(own).client(key, { body });
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } });
    expect(response.cost.d1).toBe(1);
    expect((await poll(p, polling_code)).body.refresh_token).toBe(own.refresh_token);
    await p.as(own).client("DELETE /auth/sessions/current");
    expect(await isAlive(p, own)).toBe(false);
  });

  it("400 for a code that is unknown, is the polling code, has expired, or was completed before", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await project();
    const { refresh_token } = await session(p);
    const { polling_code, login_code } = await begin(p, { expires_in_millis: 1_000 });
    for (const code of ["x", "0".repeat(109), polling_code, neighbour(login_code)]) {
      expectPlainError(await complete(p, code, refresh_token), 400, invalidLoginCode);
    }
    expect((await complete(p, login_code, refresh_token)).status).toBe(200);
    expectPlainError(await complete(p, login_code, refresh_token), 400, invalidLoginCode);
    await poll(p, polling_code);
    expectPlainError(await complete(p, login_code, refresh_token), 400, invalidLoginCode);
    const late = await begin(p, { expires_in_millis: 1_000 });
    vi.setSystemTime(Date.now() + 1_000);
    expectPlainError(await complete(p, late.login_code, refresh_token), 400, invalidLoginCode);
  });

  // Attack: overwriting the session that a user has just shared with their command line.
  it("200 for one of 20 completions at once", async () => {
    const p = await project();
    const { login_code } = await begin(p);
    const { refresh_token } = await session(p);
    const responses = await Promise.all(Array.from({ length: 20 }, () => complete(p, login_code, refresh_token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("400 at another project than the login's", async () => {
    const [p, other] = [await project(), await project()];
    const { login_code } = await begin(p);
    expectPlainError(
      await complete(other, login_code, (await session(other)).refresh_token),
      400,
      "Project ID mismatch; please ensure that you are using the correct app url.",
    );
  });

  it("400 for an unknown, used or expired code, and at another project, before the session is looked at", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [p, other] = [await project(), await project()];
    const { refresh_token } = await session(p);
    const [used, expired] = [await begin(p), await begin(p, { expires_in_millis: 1_000 })];
    await complete(p, used.login_code, refresh_token);
    vi.setSystemTime(Date.now() + 1_000);
    for (const code of ["x", "0".repeat(109), used.login_code, expired.login_code]) {
      expectPlainError(await complete(p, code, "no session"), 400, invalidLoginCode);
    }
    const waiting = await begin(p);
    const elsewhere = await complete(other, waiting.login_code, "no session");
    expectPlainError(elsewhere, 400, "Project ID mismatch; please ensure that you are using the correct app url.");
  });

  // Attack: sharing a token that is revoked, invented or of another project, or another user's session.
  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED for anything but a live session of the project, and of the caller", async () => {
    const [p, other] = [await project(), await project()];
    const { polling_code, login_code } = await begin(p);
    const [own, theirs, ended, foreign] = [await session(p), await session(p), await session(p), await session(other)];
    await p.as(ended).client("DELETE /auth/sessions/current");
    for (const token of ["x", "0".repeat(45), ended.refresh_token, foreign.refresh_token]) {
      expectError(await complete(p, login_code, token), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
    const body = { login_code, refresh_token: theirs.refresh_token };
    expectError(await p.as(own).client(key, { body }), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    expect((await poll(p, polling_code)).body).toEqual({ status: "waiting" });
  });

  it.each([
    [{ refresh_token: "x" }, "body.login_code must be defined"],
    [{ login_code: "x" }, "body.refresh_token must be defined"],
    [{ login_code: "x", refresh_token: "y", user_id: "me" }, "body contains unknown properties: user_id"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await project()).client(key, { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("POST /auth/cli/check", () => {
  const key = "POST /auth/cli/check";
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const check = (p: TestProject, login_code: string, headers = {}) => p.client(key, { body: { login_code }, headers });
  it("200 with when, from where and by what the login was begun, in one round trip, without a user", async () => {
    // In the future: the alarm that clears a login goes off at once where its time is in the past.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2100, 0, 1) });
    const p = await project();
    const headers = { "cf-connecting-ip": "203.0.113.7", "user-agent": "node" };
    const { body: login } = await p.client("POST /auth/cli", { headers });
    const response = await check(p, login.login_code, { "cf-connecting-ip": "203.0.113.8", "user-agent": chrome });
    expect([response.status, response.body, response.cost.d1]).toEqual([
      200,
      {
        status: "waiting",
        begun_at: "2100-01-01T00:00:00.000Z",
        expires_at: "2100-01-01T02:00:00.000Z",
        place: { ip: "203.0.113.7", country_code: null, city_name: null, is_own: false },
        program: "Node.js",
      },
      1,
    ]);
    const here = await check(p, login.login_code, { "cf-connecting-ip": "203.0.113.7" });
    expect(here.body.place.is_own).toBe(true);
  });

  it("200 without a place and a program where neither is known", async () => {
    const p = await project();
    const { login_code } = await begin(p);
    expect((await check(p, login_code)).body).toMatchObject({ status: "waiting", place: null, program: null });
  });

  // Attack: a command line that names itself so that the page seems to vouch for it.
  it("200 without a name that is not a known program's", async () => {
    const p = await project();
    const headers = { "user-agent": "Acme Support Tool (approved by security)" };
    const { body: login } = await p.client("POST /auth/cli", { headers });
    expect((await check(p, login.login_code)).body.program).toBeNull();
  });

  it("200 expired and used, also once the token was taken; nothing is completed or taken by it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const p = await project();
    const { refresh_token } = await session(p);
    const [login, late] = [await begin(p), await begin(p, { expires_in_millis: 1_000 })];
    await complete(p, login.login_code, refresh_token);
    expect((await check(p, login.login_code)).body.status).toBe("used");
    expect((await poll(p, login.polling_code)).body).toEqual({ status: "success", refresh_token });
    expect((await check(p, login.login_code)).body.status).toBe("used");
    expect((await check(p, late.login_code)).body.status).toBe("waiting");
    expect((await poll(p, late.polling_code)).body).toEqual({ status: "waiting" });
    vi.setSystemTime(Date.now() + 1_000);
    expect((await check(p, late.login_code)).body.status).toBe("expired");
  });

  // Attack: brute force of login codes, to learn where and when people log in.
  it("400 for guesses, also those that share the login's id, and at another project", async () => {
    const [p, other] = [await project(), await project()];
    const { login_code, polling_code } = await begin(p);
    for (const code of ["", "x", "0".repeat(109), polling_code, neighbour(login_code), login_code.slice(0, 64)]) {
      expectPlainError(await check(p, code), 400, invalidLoginCode);
    }
    expectPlainError(
      await check(other, login_code),
      400,
      "Project ID mismatch; please ensure that you are using the correct app url.",
    );
  });

  it.each([
    [{}, "body.login_code must be defined"],
    [{ login_code: "x", refresh_token: "y" }, "body contains unknown properties: refresh_token"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await project()).client(key, { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("a login that has begun as an anonymous user", () => {
  const key = "POST /auth/cli/complete";
  const anonymous = async (p: TestProject) => (await p.client("POST /auth/anonymous/sign-up", { body: {} })).body;

  /** A login with the session of an anonymous user. */
  async function anonymousLogin(p: TestProject) {
    const session = await anonymous(p);
    return { session, ...(await begin(p, { anon_refresh_token: session.refresh_token })) };
  }

  const inMode = (p: TestProject, login_code: string, mode: string) => p.client(key, { body: { login_code, mode } });

  it("200 says whether there is one, and gives the page a session of that user, once", async () => {
    const p = await project();
    const { login_code, polling_code, session } = await anonymousLogin(p);
    expect((await inMode(p, login_code, "check")).body).toEqual({ cli_session_state: "anonymous" });
    const plain = await begin(p);
    expect((await inMode(p, plain.login_code, "check")).body).toEqual({ cli_session_state: "none" });
    const { status, body } = await inMode(p, login_code, "claim-anon-session");
    expect([status, Object.keys(body).sort()]).toEqual([200, ["access_token", "refresh_token"]]);
    const own = await p.as(body).client("GET /users/me", { headers: { "x-stack-allow-anonymous-user": "true" } });
    expect(own.body).toMatchObject({ id: session.user_id, is_anonymous: true });
    expectPlainError(await inMode(p, login_code, "claim-anon-session"), 400, invalidLoginCode);
    expect((await inMode(p, login_code, "check")).body).toEqual({ cli_session_state: "none" });
    expect((await complete(p, login_code, body.refresh_token)).status).toBe(200);
    expect((await poll(p, polling_code)).body).toEqual({ status: "success", refresh_token: body.refresh_token });
  });

  // Evidence: claimed-anonymous-session-ends
  it("ends the command line's own session when the page takes the user over", async () => {
    // Attack: Mallory begins a login as an anonymous user and sends the link to Victor. He signs up on the page, which makes the anonymous
    // account his, and never confirms the login. Mallory's command line has kept the session.
    const p = await project();
    const { login_code, polling_code, session } = await anonymousLogin(p);
    await inMode(p, login_code, "claim-anon-session");
    expect(await isAlive(p, session)).toBe(false);
    expect((await poll(p, polling_code)).body).toEqual({ status: "waiting" });
  });

  it("refuses the session of a user who has signed up, one that has ended, and one of another project", async () => {
    // Attack: a refresh token that leaked is made into further sessions, by logins that name it as anonymous.
    const [p, other] = [await project(), await project()];
    const known = await session(p);
    const named = (anon_refresh_token: string) => p.client("POST /auth/cli", { body: { anon_refresh_token } });
    expectPlainError(await named(known.refresh_token), 400, "The session is not one of an anonymous user");
    for (const token of ["unknown", (await anonymous(other)).refresh_token]) {
      expectError(await named(token), 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
    const { login_code } = await begin(p);
    expectPlainError(await inMode(p, login_code, "claim-anon-session"), 400, invalidLoginCode);
    expectError(await p.client(key, { body: { login_code } }), 400, "SCHEMA_ERROR");
  });
});
