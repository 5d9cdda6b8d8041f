import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appInternals } from "../app/internals";
import type { ClientAppOptions } from "../connection/app-options";
import { onWrite } from "../requests/refreshed-by";
import { isRequestedHere, keepRequestedLink } from "../sign-in/kept-texts";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { makeBrowserApp, makeClientApp, newTokens, signedIn } from "../testing/apps";
import { FakePage } from "../testing/fake-host";
import { accessToken } from "../testing/wire-samples";
import type { GatehouseClientApp } from "./client-app";

const api = serverOfEachTest();

afterEach(() => {
  vi.restoreAllMocks();
});

const clientApp = (options: Partial<ClientAppOptions> = {}, page?: FakePage) =>
  makeClientApp({ baseUrl: api.url, ...options }, page);
const browserApp = (setting?: Parameters<typeof makeBrowserApp>[1]) => makeBrowserApp(api.url, setting);

describe("signing in and up", () => {
  it("stores the tokens and goes on to the after-sign-in page in place of this one", async () => {
    api.on("POST /auth/password/sign-in", { body: newTokens });
    const { app, page } = browserApp({ tokens: null });
    const result = await app.signInWithCredential({ email: "zoe@example.com", password: "correct horse" });
    expect(result).toEqual({ status: "ok", data: undefined });
    expect(page.document.cookie).toContain("stack-refresh-p1=r2");
    expect(page.visits).toEqual(["replace /"]);
  });

  it("goes on to the onboarding page where the user is restricted", async () => {
    const restricted = accessToken({ is_restricted: true, restricted_reason: { type: "email_not_verified" } });
    api.on("POST /auth/password/sign-in", { body: { ...newTokens, access_token: restricted } });
    const { app, page } = browserApp({ tokens: null });
    await app.signInWithCredential({ email: "zoe@example.com", password: "correct horse" });
    expect(page.visits).toEqual([expect.stringMatching(/^replace \/handler\/onboarding\?/)]);
  });

  it("shows the API with which users this browser has signed in before, the last four, as far as it may keep that", async () => {
    const { app, page } = browserApp({ tokens: null });
    const key = "POST /auth/password/sign-in";
    const signIn = async (device_token?: string) => {
      api.on(key, { body: { ...newTokens, device_token } });
      await app.signInWithCredential({ email: "zoe@example.com", password: "x", noRedirect: true });
      return JSON.parse(api.requestsFor(key).at(-1)?.body ?? "").device_tokens;
    };
    const tokens: unknown[] = [];
    for (const token of ["a", "b", undefined, "c", "d", "e"]) tokens.push(await signIn(token));
    expect(tokens.at(-1)).toEqual(["d", "c", "b", "a"]);
    expect(await signIn()).toEqual(["e", "d", "c", "b"]);
    page.localStorage.setItem("gatehouse-devices-p1", "{");
    expect(await signIn("f")).toEqual([]);
    page.localStorage.setItem = () => {
      throw new DOMException("Refused", "QuotaExceededError");
    };
    expect(await signIn("g")).toEqual(["f"]);
  });

  it("asks for no device's token on a server, where it could keep none", async () => {
    api.on("POST /auth/password/sign-in", { body: newTokens });
    await clientApp().app.signInWithCredential({ email: "zoe@example.com", password: "x" });
    expect(api.bodyOf("POST /auth/password/sign-in")).toEqual({ email: "zoe@example.com", password: "x" });
  });

  it("goes to the mfa page with the attempt code", async () => {
    const details = { attempt_code: "attempt" };
    api.on("POST /auth/password/sign-in", refusal("MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, "x", details));
    const { app, page } = browserApp({ tokens: null });
    const signIn = app.signInWithCredential({ email: "a@b.co", password: "x" });
    await expect(signIn).rejects.toThrow(/^we should have redirected in redirectToMfa\(\)/);
    expect(page.stored.get("stack_mfa_attempt_code")).toBe("attempt");
    expect(page.visits).toEqual(["assign /handler/mfa"]);
  });

  it.each([
    [true, "replace /welcome"],
    [false, "replace /"],
  ])("takes the code of an email; a new user %s goes to %s", async (is_new_user, visit) => {
    api.on("POST /auth/otp/sign-in", { body: { ...newTokens, is_new_user } });
    const page = new FakePage();
    const options = { tokenStore: "cookie", redirectMethod: "window", urls: { afterSignUp: "/welcome" } } as const;
    await clientApp(options, page).app.signInWithMagicLink("ABC123nonce");
    expect(page.document.cookie).toContain("stack-refresh-p1=r2");
    expect(page.visits).toEqual([visit]);
  });

  it("stays with the code of an email and noRedirect", async () => {
    api.on("POST /auth/otp/sign-in", { body: { ...newTokens, is_new_user: true } });
    const { app, page } = browserApp({ tokens: null });
    expect(await app.signInWithMagicLink("c", { noRedirect: true })).toEqual({ status: "ok", data: undefined });
    expect(page.visits).toEqual([]);
  });
});

describe("a method that promises a result", () => {
  const callbackUrl = "https://shop.example/handler";
  const address = " ada@example.com\t\n";

  it.each<[string, (app: GatehouseClientApp, email: string) => Promise<unknown>, object?]>([
    ["/auth/password/sign-in", (app, email) => app.signInWithCredential({ email, password: "x" }), newTokens],
    [
      "/auth/password/sign-up",
      (app, email) => app.signUpWithCredential({ email, password: "x", verificationCallbackUrl: callbackUrl }),
      newTokens,
    ],
    ["/auth/password/send-reset-code", (app, email) => app.sendForgotPasswordEmail(email, { callbackUrl })],
    ["/auth/otp/send-sign-in-code", (app, email) => app.sendMagicLinkEmail(email, { callbackUrl })],
  ])("trims the address: POST %s", async (path, send, body = {}) => {
    api.on(`POST ${path}`, { body });
    expect(await send(clientApp().app, address)).toMatchObject({ status: "ok" });
    expect(api.bodyOf(`POST ${path}`)).toMatchObject({ email: "ada@example.com" });
  });

  const other = "USER_EMAIL_ALREADY_EXISTS";
  const short = "PASSWORD_TOO_SHORT";
  const ofForm = "SCHEMA_ERROR";

  it.each<[string, string, (app: GatehouseClientApp) => Promise<unknown>]>([
    [ofForm, "/auth/password/sign-in", (app) => app.signInWithCredential({ email: "ada", password: "x" })],
    [
      ofForm,
      "/auth/password/sign-up",
      (app) => app.signUpWithCredential({ email: "ada", password: "x", verificationCallbackUrl: callbackUrl }),
    ],
    [ofForm, "/auth/password/send-reset-code", (app) => app.sendForgotPasswordEmail("ada", { callbackUrl })],
    [ofForm, "/auth/otp/send-sign-in-code", (app) => app.sendMagicLinkEmail("ada", { callbackUrl })],
    [ofForm, "/auth/otp/sign-in", (app) => app.signInWithMagicLink("ABC")],
    [ofForm, "/auth/mfa/sign-in", (app) => app.signInWithMfa("123", "attempt")],
    [ofForm, "/auth/mfa/recovery/sign-in", (app) => app.signInWithRecoveryCode("", "attempt")],
    [ofForm, "/auth/password/reset", (app) => app.resetPassword({ code: "ABC", password: "x" })],
    [ofForm, "/auth/password/reset/check-code", (app) => app.verifyPasswordResetCode("ABC")],
    [ofForm, "/contact-channels/verify", (app) => app.verifyEmail("ABC")],
    [ofForm, "/contact-channels/verify/preview", (app) => app.previewEmailVerification("ABC")],
    [ofForm, "/auth/password/reset/check-code", (app) => app.previewPasswordReset("ABC")],
    [ofForm, "/auth/otp/sign-in/preview", (app) => app.previewMagicLink("ABC")],
    [ofForm, "/team-invitations/accept", (app) => app.acceptTeamInvitation("ABC")],
    [ofForm, "/team-invitations/accept/check-code", (app) => app.verifyTeamInvitationCode("ABC")],
    [ofForm, "/team-invitations/accept/details", (app) => app.getTeamInvitationDetails("ABC")],
    [ofForm, "/team-invitations/accept/preview", (app) => app.previewTeamInvitation("ABC")],
    [other, "/auth/otp/send-sign-in-code", (app) => app.sendMagicLinkEmail("ada@example.com", { callbackUrl })],
    [other, "/auth/otp/sign-in", (app) => app.signInWithMagicLink("ABC")],
    [short, "/auth/password/reset", (app) => app.resetPassword({ code: "ABC", password: "x" })],
  ])("returns %s, which input causes: POST %s", async (errorCode, path, send) => {
    api.on(`POST ${path}`, refusal(errorCode, 400, "Refused."));
    expect(await send(clientApp().app)).toMatchObject({ status: "error", error: { errorCode } });
  });

  it("throws what input does not cause", async () => {
    api.on("POST /auth/otp/send-sign-in-code", refusal("SIGN_UP_NOT_ENABLED", 400, "Refused."));
    const sent = clientApp().app.sendMagicLinkEmail("ada@example.com", { callbackUrl });
    await expect(sent).rejects.toMatchObject({ errorCode: "SIGN_UP_NOT_ENABLED" });
  });
});

describe("codes by email", () => {
  it("requests emails as the browser in which the user has signed in before", async () => {
    api.on("POST /auth/password/send-reset-code", { body: { success: "maybe, only if user with e-mail exists" } });
    api.on("POST /auth/otp/send-sign-in-code", { body: { nonce: "n" } });
    const { app, page } = browserApp({ tokens: null });
    page.localStorage.setItem("gatehouse-devices-p1", JSON.stringify(["device.signature"]));
    await app.sendForgotPasswordEmail("a@b.co");
    await app.sendMagicLinkEmail("a@b.co");
    for (const key of ["POST /auth/password/send-reset-code", "POST /auth/otp/send-sign-in-code"] as const) {
      expect(api.bodyOf(key)).toMatchObject({ device_tokens: ["device.signature"] });
    }
  });

  // Attack: login CSRF. The attacker sends the victim a link to the attacker's own account, to see what the victim does there.
  it("previewMagicLink names the recipient; a link is known in the browser that requested its email alone", async () => {
    api.on("POST /auth/otp/send-sign-in-code", { body: { nonce: "n0nce" } });
    api.on("POST /auth/otp/sign-in/preview", { body: { recipient_email: "a@b.co" } });
    const { app, page } = browserApp({ tokens: null });
    await app.sendMagicLinkEmail("a@b.co");
    expect(await app.previewMagicLink("abcdefn0nce")).toEqual({ status: "ok", data: { recipientEmail: "a@b.co" } });
    expect(isRequestedHere(page, "ABCDEFN0NCE")).toBe(true);
    expect(isRequestedHere(page, "abcdefother")).toBe(false);
    for (let later = 1; later <= 5; later++) keepRequestedLink(page, `later${later}`);
    expect(isRequestedHere(page, "abcdefn0nce")).toBe(false);
    page.localStorage.setItem("gatehouse-requested-links", "{");
    expect(isRequestedHere(page, "abcdeflater5")).toBe(false);
  });

  it.each<[string, (app: GatehouseClientApp) => Promise<unknown>, string]>([
    [
      "a sign-up",
      (app) => app.signUpWithCredential({ email: "a@b.co", password: "long enough" }),
      "POST /auth/password/sign-up",
    ],
    ["a reset email", (app) => app.sendForgotPasswordEmail("a@b.co"), "POST /auth/password/send-reset-code"],
  ])(
    "400 REDIRECT_URL_NOT_WHITELISTED of %s: the developer reads which origin to add where",
    async (_, call, route) => {
      const warn = vi.spyOn(console, "warn").mockReturnValue();
      api.on(route, refusal("REDIRECT_URL_NOT_WHITELISTED", 400, "Not trusted."));
      await expect(call(browserApp({ tokens: null }).app)).rejects.toThrow("Not trusted.");
      expect(warn.mock.calls).toEqual([[expect.stringMatching(/https:\/\/shop\.example is not trusted.*Domains/)]]);
    },
  );
});

describe("signing out", () => {
  beforeEach(() => {
    api.on("POST /auth/oauth/token", { body: { access_token: signedIn.accessToken, token_type: "bearer" } });
    api.on("DELETE /auth/sessions/current", { body: { success: true } });
  });

  it("ends the session there and here, and goes to the after-sign-out page", async () => {
    const { app, page } = browserApp();
    await app.signOut();
    expect(page.document.cookie).toBe("stack-is-https=true");
    expect(page.visits).toEqual(["assign /"]);
    expect(await app.getUser()).toBeNull();
  });

  it("waits for what listens to it, and is announced as done when the redirect is", async () => {
    const { app, page } = browserApp();
    const log: string[] = [];
    const internals = app[appInternals];
    internals.onSignOut(async (done) => {
      void done.then(() => log.push(`done, after ${page.visits}`));
      await Promise.resolve();
      log.push(`begins with ${api.received.length} requests`);
    });
    onWrite(app.connection, (changed) => void log.push(`announced ${changed}`));
    await app.signOut();
    expect(log).toEqual(["begins with 0 requests", "done, after assign /", "announced current-user"]);
  });

  it("is done for what listens to it also when it fails, and when the listener does", async () => {
    api.on("DELETE /auth/sessions/current", { status: 500, body: "Something went wrong." });
    const { app } = browserApp();
    const internals = app[appInternals];
    const isDone = new Promise<void>((resolve) => {
      internals.onSignOut(() => Promise.reject(new Error("of a listener")));
      internals.onSignOut((done) => void done.then(resolve));
    });
    await expect(app.signOut()).rejects.toThrow("Something went wrong.");
    await isDone;
  });

  it("is done when the session was gone already", async () => {
    api.on("DELETE /auth/sessions/current", refusal("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401, "x"));
    const { app, page } = browserApp();
    await app.signOut({ redirectUrl: "https://shop.example/bye" });
    expect(page.document.cookie).toBe("stack-is-https=true");
    expect(page.visits).toEqual(["replace https://shop.example/bye"]);
  });

  it("keeps the session when the server could not be reached", async () => {
    api.on("DELETE /auth/sessions/current", { status: 500, body: "Something went wrong." });
    const { app, page } = browserApp();
    await expect(app.signOut()).rejects.toThrow(/500 Something went wrong\.$/);
    expect(page.document.cookie).toContain("stack-refresh-p1=r1");
  });

  it("does nothing when no user is signed in", async () => {
    const { app, page } = browserApp({ tokens: null });
    await app.signOut();
    expect(page.visits).toEqual([]);
    expect(api.received).toEqual([]);
  });

  // Attack: an open redirect by the target of a sign-out (CWE-601).
  it("refuses to leave for another site, before anything happens", async () => {
    const { app, page } = browserApp();
    await expect(app.signOut({ redirectUrl: "https://evil.example" })).rejects.toThrow(
      "Redirect URL https://evil.example is not trusted; should be relative.",
    );
    expect(api.received).toEqual([]);
    expect(page.document.cookie).toContain("stack-refresh-p1=r1");
  });
});
