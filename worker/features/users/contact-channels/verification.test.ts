import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contactChannels } from "../../../db/users/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { create, expectFlatRowToFollow, signedIn, unknownId } from "../users/users.fixtures";
import { add, callback_url, changeOne, deleteOne, oneChannel, paramsOf, sendOne } from "./contact-channels.fixtures";

/** The code in the newest link that was emailed to an address. */
async function emailedCode(to: string, atLeast = 1): Promise<string> {
  const email = (await mailbox({ to, atLeast })).at(-1);
  const link = new URL(email?.links.find((each) => each.startsWith(callback_url)) ?? "");
  return link.searchParams.get("code") ?? "";
}

describe(sendOne, () => {
  it("200 emails a link with a code to the channel, for the user and for servers", async () => {
    const p = await project();
    const { user, as } = await signedIn(p, { display_name: "Ada" });
    const channel = await add(p, user.id, { value: freshAddress() });
    const own = { ...paramsOf(channel), user_id: "me" };
    expect((await as.client(sendOne, { params: own, body: { callback_url } })).body).toEqual({ success: true });
    expect(await emailedCode(channel.value)).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect((await p.server(sendOne, { params: paramsOf(channel), body: { callback_url } })).status).toBe(200);
    await emailedCode(channel.value, 2);
  });

  // Attack: have an email of the project link to an attacker's page.
  it("400 REDIRECT_URL_NOT_WHITELISTED for a callback that is not trusted, and no email is sent", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const channel = await add(p, user.id, { value: freshAddress() });
    const body = { callback_url: "https://evil.example/verify" };
    expectError(await as.client(sendOne, { params: paramsOf(channel), body }), 400, "REDIRECT_URL_NOT_WHITELISTED");
    expect(await mailbox({ to: channel.value, atLeast: 0 })).toEqual([]);
  });

  it("refuses, in order: no user, another user, an unknown user, an unknown channel, a verified one", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const other = await add(p, (await create(p)).id);
    const verified = await add(p, user.id, { is_verified: true });
    const body = { callback_url };
    const loggedOut = await p.client(sendOne, { params: paramsOf(other), body });
    expectError(loggedOut, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const foreign = await as.client(sendOne, { params: paramsOf(other), body });
    expectPlainError(foreign, 400, "Can only send verification code for your own user");
    const unknown = await p.server(sendOne, { params: { ...paramsOf(other), user_id: unknownId }, body });
    expectError(unknown, 400, "USER_ID_DOES_NOT_EXIST", { user_id: unknownId });
    const mismatched = { ...paramsOf(other), user_id: user.id };
    expectPlainError(await as.client(sendOne, { params: mismatched, body }), 404, "Contact channel not found");
    expectError(await as.client(sendOne, { params: paramsOf(verified), body }), 409, "EMAIL_ALREADY_VERIFIED");
  });

  it("400 plain when the mail server refuses the email", async () => {
    const p = await project({
      "emails.server": { isShared: false, host: "127.0.0.1", port: 1, senderEmail: "a@b.example", senderName: "A" },
    });
    const { user, as } = await signedIn(p);
    const channel = await add(p, user.id);
    expectPlainError(
      await as.client(sendOne, { params: paramsOf(channel), body: { callback_url } }),
      400,
      "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
    );
  });
});

describe("POST /contact-channels/send-verification-code", () => {
  const key = "POST /contact-channels/send-verification-code";
  const body = { email: "ada@example.com", callback_url };
  it("200 emails a link to the primary address, in any case of letters", async () => {
    const p = await project();
    const to = freshAddress();
    const { as } = await signedIn(p, { primary_email: to });
    expect((await as.client(key, { body: { email: to.toUpperCase(), callback_url } })).body).toEqual({ success: true });
    expect(await emailedCode(to)).toHaveLength(45);
  });

  it("400 SCHEMA_ERROR without a user, EMAIL_IS_NOT_PRIMARY_EMAIL, EMAIL_ALREADY_VERIFIED, REDIRECT_URL_NOT_WHITELISTED", async () => {
    const p = await project();
    const loggedOut = await p.client(key, { body });
    expectError(loggedOut, 400, "SCHEMA_ERROR");
    expect(loggedOut.body.error).toContain("auth.user must be defined");
    const { as: nameless } = await signedIn(p);
    expectError(await nameless.client(key, { body }), 400, "EMAIL_IS_NOT_PRIMARY_EMAIL", {
      email: "ada@example.com",
      primary_email: null,
    });
    const { as: verified } = await signedIn(p, { primary_email: "ada@example.com", primary_email_verified: true });
    expectError(await verified.client(key, { body }), 409, "EMAIL_ALREADY_VERIFIED");
    const { as: unverified } = await signedIn(p, { primary_email: "ada@example.com" });
    const untrusted = { ...body, callback_url: "https://evil.example" };
    expectError(await unverified.client(key, { body: untrusted }), 400, "REDIRECT_URL_NOT_WHITELISTED");
  });
});

/** A user with an unverified primary address, and the code that was emailed to it. */
async function userWithCode(p: TestProject) {
  const to = freshAddress();
  const { user, as } = await signedIn(p, { primary_email: to });
  const [channel] = (await as.client("GET /contact-channels", { query: { user_id: "me" } })).body.items;
  await as.client(sendOne, { params: paramsOf(channel), body: { callback_url } });
  return { user, as, channel, code: await emailedCode(to) };
}

const wrongCode = "0".repeat(45);

describe("POST /contact-channels/verify", () => {
  const key = "POST /contact-channels/verify";
  it("200 verifies the channel for anyone who holds the code, in any case of letters, once", async () => {
    const p = await project();
    const { user, channel, code } = await userWithCode(p);
    expect((await p.client(key, { body: { code: code.toUpperCase() } })).body).toEqual({ success: true });
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).body.is_verified).toBe(true);
    await expectFlatRowToFollow(p, user.id);
    // Attack: use the link again, from a mailbox or a history.
    expectError(await p.client(key, { body: { code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for an unknown code and another project's", async () => {
    const [p, other] = [await project(), await project()];
    const { code } = await userWithCode(p);
    for (const sent of [wrongCode, code]) {
      expectError(await other.client(key, { body: { code: sent } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
    expect((await p.client(key, { body: { code } })).status).toBe(200);
  });

  it("400 VERIFICATION_CODE_EXPIRED after seven days", async () => {
    const p = await project();
    const { code } = await userWithCode(p);
    const isOfProject = eq(verificationCodes.projectId, p.id);
    const [[row]] = await db.batch([db.select().from(verificationCodes).where(isOfProject)]);
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(604_800_000);
    await db.batch([
      db
        .update(verificationCodes)
        .set({ expiresAt: Date.now() - 1 })
        .where(isOfProject),
    ]);
    expectError(await p.client(key, { body: { code } }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  // Attack: verify another address than the one that the code was emailed to.
  it("400 plain when the address has changed or was deleted since, and nothing becomes verified", async () => {
    const p = await project();
    const text = "Contact channel not found. Was your contact channel deleted?";
    const changed = await userWithCode(p);
    await changed.as.client(changeOne, { params: paramsOf(changed.channel), body: { value: "victim@example.com" } });
    expectPlainError(await p.client(key, { body: { code: changed.code } }), 400, text);
    const deleted = await userWithCode(p);
    await deleted.as.client(deleteOne, { params: paramsOf(deleted.channel) });
    expectPlainError(await p.client(key, { body: { code: deleted.code } }), 400, text);
    const [verified] = await db.batch([
      db
        .select({ id: contactChannels.id })
        .from(contactChannels)
        .where(and(eq(contactChannels.projectId, p.id), eq(contactChannels.isVerified, true))),
    ]);
    expect(verified).toEqual([]);
  });

  it("400 SCHEMA_ERROR for a code of another length", async () => {
    const p = await project();
    const response = await p.client(key, { body: { code: "0".repeat(44) } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("body.code must be exactly 45 characters");
  });
});

describe("POST /contact-channels/verify/check-code", () => {
  const key = "POST /contact-channels/verify/check-code";
  it("200 for a valid code, which stays unused; then 404, 409 and 400", async () => {
    const p = await project();
    const { channel, code } = await userWithCode(p);
    expect((await p.client(key, { body: { code } })).body).toEqual({ is_code_valid: true });
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).body.is_verified).toBe(false);
    expectError(await p.client(key, { body: { code: wrongCode } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await p.client("POST /contact-channels/verify", { body: { code } })).status).toBe(200);
    expectError(await p.client(key, { body: { code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
    const isOfProject = eq(verificationCodes.projectId, p.id);
    await db.batch([db.update(verificationCodes).set({ expiresAt: 1 }).where(isOfProject)]);
    expectError(await p.client(key, { body: { code } }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  // Attack: guess the part of a code that is typed by hand.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED at the 21st attempt, also with the right code", async () => {
    const p = await project();
    const { code } = await userWithCode(p);
    const guess = (code.startsWith("0") ? "1" : "0") + code.slice(1);
    for (let attempt = 1; attempt <= 20; attempt++) {
      expectError(await p.client(key, { body: { code: guess } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
    for (const each of [key, "POST /contact-channels/verify"] as const) {
      expectError(await p.client(each, { body: { code } }), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
    }
  });
});

describe("POST /contact-channels/verify/preview", () => {
  const preview = "POST /contact-channels/verify/preview";

  it("200 with the address and whose account it is, and the code verifies afterwards", async () => {
    const p = await project();
    const { user, as, channel, code } = await userWithCode(p);
    await as.client("PATCH /users/me", { body: { display_name: "Ada\nLovelace" } });
    const response = await p.client(preview, { body: { code } });
    expect([response.status, response.body]).toEqual([
      200,
      {
        recipient_email: channel.value,
        user_display_name: "Ada Lovelace",
        user_signed_up_at_millis: user.signed_up_at_millis,
      },
    ]);
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).body.is_verified).toBe(false);
    expect((await p.client("POST /contact-channels/verify", { body: { code } })).status).toBe(200);
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for another code, and for one whose user is deleted", async () => {
    const p = await project();
    const { user, code } = await userWithCode(p);
    expectError(await p.client(preview, { body: { code: wrongCode } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    await p.server("DELETE /users/{user_id}", { params: { user_id: user.id } });
    expectError(await p.client(preview, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
  });
});
