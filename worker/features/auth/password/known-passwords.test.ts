import { beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../platform/secrets";
import { freshAddress } from "../../../testing/mailbox";
import { password, resetCode, signIn, signUp, signUpBody } from "../../../testing/password-sign-ins";
import { internalProject, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { signedIn } from "../../../testing/sign-ins";
import { lookedUpPasswords, rangeRequests, withRangeService } from "../../../testing/stand-in-services";

// On a slow machine a request to the range service may take longer than its limit, after which any password passes.
beforeEach(() => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((millis) => timeout.call(AbortSignal, Math.max(millis, 30_000)));
});

const refusing = { "auth.password.knownPasswords": "refuse" };

const common = "Password123";

function chooseAtSignUp(p: TestProject, typed: string, { email = freshAddress(), settings = withRangeService } = {}) {
  return p.client("POST /auth/password/sign-up", { body: signUpBody({ email, password: typed }), settings });
}

async function chooseAtUpdate(p: TestProject, typed: string) {
  const body = { old_password: password, new_password: typed };
  return p.as(await signUp(p)).client("POST /auth/password/update", { body, settings: withRangeService });
}

async function chooseAsFirst(p: TestProject, typed: string, email = freshAddress()) {
  const { body: user } = await p.server("POST /users", { body: { primary_email: email } });
  const as = p.as(await signedIn(p, user.id));
  return as.client("POST /auth/password/set", { body: { password: typed }, settings: withRangeService });
}

async function chooseAtReset(p: TestProject, typed: string) {
  const code = await resetCode(p, (await signUp(p)).email);
  return p.client("POST /auth/password/reset", { body: { code, password: typed }, settings: withRangeService });
}

/** The first five digits of a password's SHA-1. */
async function prefixOf(typed: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(typed)));
  return [...digest]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 5)
    .toUpperCase();
}

function expectRefusal(response: TestResponse, reason: string, message: string): void {
  expectError(response, 400, "PASSWORD_REQUIREMENTS_NOT_MET", { reason, message });
  expect(response.body.error).toBe(message);
}

const personal =
  "This password is your email address or the name of the project with little added to it. Choose another one.";

describe("a project that refuses known passwords", () => {
  // Evidence: common-breached-ones
  it.each([
    { place: "sign-up", choose: chooseAtSignUp },
    { place: "update", choose: chooseAtUpdate },
    { place: "set", choose: chooseAsFirst },
    { place: "reset", choose: chooseAtReset },
  ])("400 PASSWORD_REQUIREMENTS_NOT_MET at $place for common and breached ones", async ({ choose }) => {
    // Attack: everyone's favourite passwords, and those of leaked lists, tried against all accounts of a project.
    const p = await project(refusing);
    const refusedAsCommon = await choose(p, common);
    expectRefusal(refusedAsCommon, "common", "This password is too common. Choose another one.");
    const refusedAsBreached = await choose(p, lookedUpPasswords.breached);
    expectRefusal(refusedAsBreached, "breached", "This password was found in a known data breach. Choose another one.");
    expect((await choose(p, "another marmalade")).status).toBe(200);
  });

  // Evidence: user-s-own-address-project-s
  it("400 PASSWORD_REQUIREMENTS_NOT_MET for the user's own address and the project's name, with whatever digits", async () => {
    // Attack: guesses that are made from what is public about a user.
    const p = await project(refusing);
    const email = `ada.lovelace@${newId()}.example.com`;
    for (const typed of [
      "ada.lovelace",
      "AdaLovelace1815!",
      "99ada-lovelace",
      email,
      "Test project",
      "testproject2026",
    ]) {
      const response = await chooseAtSignUp(p, typed, { email });
      expectRefusal(response, "personal", personal);
    }
    const first = await chooseAsFirst(p, "ada.lovelace1", email);
    expectRefusal(first, "personal", personal);
    expect((await chooseAtSignUp(p, "ada lovelace and more", { email })).status).toBe(200);
  });

  it("200 for a password of which initials in an address are the only letters", async () => {
    const p = await project(refusing);
    const response = await chooseAtSignUp(p, "al-5093271846", { email: `al@${newId()}.example.com` });
    expect(response.status).toBe(200);
  });

  // Evidence: sends-first-five-digits-password-s
  it("sends the first five digits of the password's hash to the range service, and nothing else", async () => {
    // Attack: the range service, or someone who reads the traffic to it, learns which password a user chose.
    const p = await project(refusing);
    const [typed, email] = [`marmalade ${newId()}`, freshAddress()];
    const response = await chooseAtSignUp(p, typed, { email });
    expect({ status: response.status, cost: response.cost }).toMatchObject({ status: 200, cost: { d1: 2, hashes: 1 } });
    const prefix = await prefixOf(typed);
    const [request, ...others] = await rangeRequests(prefix);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: "GET", path: `/range/${prefix}`, body: "" });
    const { host: _host, connection: _connection, ...headers } = request?.headers ?? {};
    expect(headers).toMatchObject({ "add-padding": "true", "user-agent": "Gatehouse" });
    for (const secret of [typed, email, response.body.user_id, p.id]) {
      expect(JSON.stringify(request)).not.toContain(secret);
    }
  });

  it("200 for a password whose hash is among the padding", async () => {
    const p = await project(refusing);
    expect((await chooseAtSignUp(p, lookedUpPasswords.padding)).status).toBe(200);
  });

  // Evidence: when-range-service-log-says-so
  it.each([
    ["does not respond", lookedUpPasswords.silent, "timeout"],
    ["responds with an error", lookedUpPasswords.broken, "status 503"],
  ])("200 when the range service %s, and the log says so", async (_, typed, problem) => {
    // What never comes is waited for as long as by users.
    if (problem === "timeout") vi.mocked(AbortSignal.timeout).mockRestore();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const p = await project(refusing);
    expect((await chooseAtSignUp(p, typed)).status).toBe(200);
    expect(warn.mock.calls).toEqual([["A password was not looked up in breaches", { problem }]]);
    expectError(await chooseAtSignUp(p, common), 400, "PASSWORD_REQUIREMENTS_NOT_MET");
  });

  it("requests nothing for common passwords, nor without the address of a range service", async () => {
    const p = await project(refusing);
    const unlisted = `marmalade ${newId()}`;
    expectError(await chooseAtSignUp(p, "Password1234"), 400, "PASSWORD_REQUIREMENTS_NOT_MET");
    const body = signUpBody({ password: unlisted });
    expect((await p.client("POST /auth/password/sign-up", { body })).status).toBe(200);
    expect([
      await rangeRequests(await prefixOf("Password1234")),
      await rangeRequests(await prefixOf(unlisted)),
    ]).toEqual([[], []]);
  });

  it("refuses alike whether or not the address has an account, before any hash", async () => {
    // Attack: sign-ups with a refused password as a way to ask who has an account.
    const p = await project(refusing);
    const { email } = await signUp(p);
    for (const asked of [email, freshAddress()]) {
      const response = await chooseAtSignUp(p, common, { email: asked });
      expectError(response, 400, "PASSWORD_REQUIREMENTS_NOT_MET");
      expect(response.cost).toMatchObject({ d1: 1, hashes: 0 });
    }
  });

  it("leaves the code of a reset usable, and the old password in place", async () => {
    const p = await project(refusing);
    const { email } = await signUp(p);
    const code = await resetCode(p, email);
    const refused = await p.client("POST /auth/password/reset", { body: { code, password: common } });
    expectError(refused, 400, "PASSWORD_REQUIREMENTS_NOT_MET");
    expect((await signIn(p, email)).status).toBe(200);
    const body = { code, password: "another marmalade" };
    expect((await p.client("POST /auth/password/reset", { body })).status).toBe(200);
  });

  // Evidence: lets-those-sign-chose-before-backends
  it("200 lets those sign in who chose one before, and backends set any", async () => {
    const p = await project(refusing);
    const email = freshAddress();
    const body = { primary_email: email, primary_email_auth_enabled: true, password: common };
    expect((await p.server("POST /users", { body })).status).toBe(201);
    expect((await signIn(p, email, common)).status).toBe(200);
  });
});

describe("where known passwords are refused", () => {
  it("nowhere by default, and no password is looked up", async () => {
    const p = await project();
    for (const typed of [common, lookedUpPasswords.breached, "Test project"]) {
      expect((await chooseAtSignUp(p, typed)).status, typed).toBe(200);
    }
    const typed = `marmalade ${newId()}`;
    expect((await chooseAtSignUp(p, typed)).status).toBe(200);
    expect(await rangeRequests(await prefixOf(typed))).toEqual([]);
  });

  // Evidence: new-project-soon-production-mode
  it("in a new project as soon as it is in production mode", async () => {
    const p = await project({ "auth.password.knownPasswords": "refuse_in_production" });
    expect((await chooseAtSignUp(p, common)).status).toBe(200);
    await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } });
    expectError(await chooseAtSignUp(p, common), 400, "PASSWORD_REQUIREMENTS_NOT_MET");
  });

  // Evidence: sign-up-owners
  it("at the sign-up of owners", async () => {
    // Attack: guessing the password of an owner opens all users of their projects.
    for (const typed of [common, "gatehouse1", lookedUpPasswords.breached]) {
      const body = signUpBody({ password: typed, verification_callback_url: "http://localhost:5173/handler/page" });
      const input = { body, settings: withRangeService };
      const response = await internalProject().client("POST /auth/password/sign-up", input);
      expectError(response, 400, "PASSWORD_REQUIREMENTS_NOT_MET");
    }
  });
});

describe("the shortest password that a project takes", () => {
  it.each([
    ["sign-up", chooseAtSignUp],
    ["an update", chooseAtUpdate],
    ["the first password", chooseAsFirst],
  ] as const)("400 PASSWORD_TOO_SHORT below the length that the project asks for, at %s", async (_, choose) => {
    const p = await project({ "auth.password.minLength": 13 });
    expectError(await choose(p, "k7#Zq2wmPx9!"), 400, "PASSWORD_TOO_SHORT", { min_length: 13 });
    expect((await choose(p, "k7#Zq2wmPx9!x")).status).toBe(200);
  });
});
