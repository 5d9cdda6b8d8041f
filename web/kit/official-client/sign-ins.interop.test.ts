import { createHmac, randomBytes } from "node:crypto";
import { afterEach, describe, it, vi } from "vitest";
import { CALLBACK_URL, codeIn, newAddress, PASSWORD, refreshSession } from "../../../scripts/testing/accounts";
import { type ProjectUnderTest, signUp, startProject } from "../../../scripts/testing/official-client";

const suite = startProject({ magicLinkEnabled: true });
afterEach(() => vi.restoreAllMocks());

type ClientApp = ReturnType<ProjectUnderTest["clientApp"]>;

/** Has an email with code and link sent: the nonce that the client is given, and what the email holds. */
async function sendMagicLink(app: ClientApp, email: string) {
  const sent = await app.sendMagicLinkEmail(email, { callbackUrl: CALLBACK_URL });
  if (sent.status === "error") throw sent.error;
  const message = await suite.gatehouse.mailbox.waitFor({ to: email });
  const [, typed = ""] = /Your code is (\w{6})$/.exec(message.subject) ?? [];
  return { nonce: sent.data.nonce, typed, linked: codeIn(message) };
}

describe("the official client app", () => {
  it("200: signs a user up by the link of an email, and in by the code that they type", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    const first = await sendMagicLink(app, email);
    expect(await app.signInWithMagicLink(first.linked, { noRedirect: true })).toMatchObject({ status: "ok" });
    const user = await app.getUser({ or: "throw" });
    expect(user).toMatchObject({ primaryEmail: email, primaryEmailVerified: true, otpAuthEnabled: true });

    const elsewhere = suite.project.clientApp();
    const { typed, nonce } = await sendMagicLink(elsewhere, email);
    expect(await elsewhere.signInWithMagicLink(typed + nonce, { noRedirect: true })).toMatchObject({ status: "ok" });
    expect((await elsewhere.getUser({ or: "throw" })).id).toBe(user.id);
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED: has no email sent that leads to a website that is not trusted", async ({
    expect,
  }) => {
    const [app, email] = [suite.project.clientApp(), newAddress()];
    expect(await app.sendMagicLinkEmail(email, { callbackUrl: "https://evil.example/" })).toMatchObject({
      status: "error",
      error: { errorCode: "REDIRECT_URL_NOT_WHITELISTED" },
    });
    expect(suite.gatehouse.mailbox.emails(email)).toEqual([]);
  });

  it("409 VERIFICATION_CODE_ALREADY_USED, 404 VERIFICATION_CODE_NOT_FOUND: reports what is wrong with a code", async ({
    expect,
  }) => {
    const app = suite.project.clientApp();
    const { linked } = await sendMagicLink(app, newAddress());
    await app.signInWithMagicLink(linked, { noRedirect: true });
    for (const [code, errorCode] of [
      [linked, "VERIFICATION_CODE_ALREADY_USED"],
      ["0".repeat(45), "VERIFICATION_CODE_NOT_FOUND"],
    ] as const) {
      expect(await app.signInWithMagicLink(code, { noRedirect: true })).toMatchObject({
        status: "error",
        error: { errorCode },
      });
    }
  });

  it("200: makes an anonymous user on demand, hides it unless asked, and keeps its id when it signs up by a code", async ({
    expect,
  }) => {
    const app = suite.project.clientApp();
    const anonymous = await app.getUser({ or: "anonymous" });
    expect(anonymous).toMatchObject({ isAnonymous: true, primaryEmail: null });
    expect(await app.getUser()).toBeNull();

    const email = newAddress();
    const { linked } = await sendMagicLink(app, email);
    expect(await app.signInWithMagicLink(linked, { noRedirect: true })).toMatchObject({ status: "ok" });
    expect(await app.getUser({ or: "throw" })).toMatchObject({
      id: anonymous.id,
      isAnonymous: false,
      primaryEmail: email,
    });
  });

  it("200: completes a sign-in with the value of an authenticator app; 400 INVALID_TOTP_CODE for a wrong one", async ({
    expect,
  }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    await signUp(app, email);
    const user = await app.getUser({ or: "throw" });
    const secret = randomBytes(20);
    await user.update({ totpMultiFactorSecret: secret });
    // Outside a browser the client has nowhere to keep the attempt code, so the stopped sign-in goes by plain HTTP.
    const stopped = await post("/auth/password/sign-in", { email, password: PASSWORD });
    const { code, details } = await stopped.json();
    expect(code).toBe("MULTI_FACTOR_AUTHENTICATION_REQUIRED");

    const elsewhere = suite.project.clientApp();
    const shown = totpOf(secret);
    const wrong = String((Number(shown) + 1) % 1_000_000).padStart(6, "0");
    expect(await elsewhere.signInWithMfa(wrong, details.attempt_code, { noRedirect: true })).toMatchObject({
      status: "error",
      error: { errorCode: "INVALID_TOTP_CODE" },
    });
    const completed = await elsewhere.signInWithMfa(totpOf(secret), details.attempt_code, { noRedirect: true });
    expect(completed).toMatchObject({ status: "ok" });
    expect(await elsewhere.getUser({ or: "throw" })).toMatchObject({ id: user.id, isMultiFactorRequired: true });
  });

  it("201: logs a command line in once a browser has confirmed, and shares its session", async ({ expect }) => {
    const browser = suite.project.clientApp();
    const { linked } = await sendMagicLink(browser, newAddress());
    await browser.signInWithMagicLink(linked, { noRedirect: true });
    const user = await browser.getUser({ or: "throw" });
    const { refreshToken } = await user.currentSession.getTokens();

    const link = printedLink();
    const prompted = suite.project.clientApp().promptCliLogin({ appUrl: "http://localhost:3000" });
    const url = new URL(await link);
    expect(`${url.origin}${url.pathname}`).toBe("http://localhost:3000/handler/cli-auth-confirm");
    // Sends what the confirmation page sends.
    const confirmed = await post("/auth/cli/complete", {
      login_code: url.searchParams.get("login_code"),
      refresh_token: refreshToken,
    });
    expect(confirmed.status).toBe(200);
    const login = await prompted;
    expect(login).toEqual({ status: "ok", data: refreshToken });
    expect((await refreshSession(suite.gatehouse, suite.project, refreshToken)).status).toBe(200);
  });

  it("200 expired: reports to the command line that the login was not confirmed in time", async ({ expect }) => {
    const link = printedLink();
    const prompted = suite.project.clientApp().promptCliLogin({ appUrl: "http://localhost:3000", expiresInMillis: 1 });
    await link;
    const login = await prompted;
    expect(login).toMatchObject({ status: "error", error: { errorCode: "CLI_AUTH_EXPIRED_ERROR" } });
  });
});

/** The link that the client prints at the command line. */
function printedLink(): Promise<string> {
  return new Promise((resolve) => {
    vi.spyOn(console, "log").mockImplementation((text: string) => {
      const [link] = /http\S+/.exec(text) ?? [];
      if (link) resolve(link);
    });
  });
}

/** Sends a request as the project's website does. */
function post(path: string, body: object): Promise<Response> {
  return fetch(`${suite.gatehouse.apiUrl}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": suite.project.projectId,
      "x-stack-publishable-client-key": suite.project.keys.publishableClientKey,
    },
    body: JSON.stringify(body),
  });
}

/** Returns what an authenticator app shows now (RFC 6238). */
function totpOf(secret: Buffer): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(19) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
