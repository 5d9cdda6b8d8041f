import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { deleteExpiredVerificationCodes } from "../../db/verification-codes/changes";
import { verificationCodes } from "../../db/verification-codes/schema";
import { hashSecret } from "../../platform/secrets";
import { fail } from "../../protocol/fail";
import { emailCode } from "../../testing/code-sign-ins";
import { passMinute } from "../../testing/jobs";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { planOf } from "../../testing/measured-databases";
import { callbackUrl, resetCode, signUp } from "../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../testing/project";
import { initiateSignIn, passkeyProject } from "../auth/passkey/passkey.fixtures";
import { checkCode, claimCode, days, defineCodeKind, minutes, newCode } from "./index";

/** The minutes that the codes of a kind live in a project. */
async function minutesOf(p: TestProject, kind: string): Promise<number[]> {
  const isOne = and(eq(verificationCodes.projectId, p.id), eq(verificationCodes.kind, kind));
  const [rows] = await db.batch([db.select().from(verificationCodes).where(isOne)]);
  return rows.map(({ createdAt, expiresAt }) => (expiresAt - createdAt) / 60_000);
}

async function invite(p: TestProject): Promise<string> {
  const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
  const body = { team_id: team.id, email: freshAddress(), callback_url: callbackUrl };
  await p.server("POST /team-invitations/send-code", { body });
  return body.email;
}

/** Has each email with a code sent, and returns how long each says that its code is valid, in the order of `kinds`. */
async function emailEach(p: TestProject): Promise<(string | undefined)[]> {
  const { email } = await signUp(p);
  await resetCode(p, email);
  const { message: signIn } = await emailCode(p);
  const [verification, reset] = await mailbox({ to: email, atLeast: 2 });
  const [invitation] = await mailbox({ to: await invite(p) });
  return [reset, signIn, verification, invitation].map(
    (message) => /valid for (\d+ \w+)/.exec(message?.text.replaceAll("\n", " ") ?? "")?.[1],
  );
}

const otp = { "auth.otp.allowSignIn": true };
const kinds = ["password_reset", "sign_in", "email_verification", "team_invitation"];

describe("the codes of emails", () => {
  // Evidence: live-60-minutes-reset-10-minutes
  // Attack: emails of the past year, read by somebody who gets into the mailbox for a moment.
  it("live 60 minutes (reset), 10 minutes (sign-in) and 7 days (verification, invitation), as the emails say", async () => {
    const p = await project(otp);
    expect(await emailEach(p)).toEqual(["1 hour", "10 minutes", "7 days", "7 days"]);
    expect(await Promise.all(kinds.map((kind) => minutesOf(p, kind)))).toEqual([[60], [10], [10_080], [10_080]]);
  });

  it("live as long as the project says, as do the emails", async () => {
    const p = await project(otp);
    const codes = { passwordReset: 15, signIn: 5, emailVerification: 90, teamInvitation: 1_440 };
    const response = await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify({ "auth.codes": codes }) },
    });
    expect(response.status).toBe(200);
    expect(await emailEach(p)).toEqual(["15 minutes", "5 minutes", "90 minutes", "1 day"]);
    expect(await Promise.all(kinds.map((kind) => minutesOf(p, kind)))).toEqual([[15], [5], [90], [1_440]]);
  });

  it.each([
    ["passwordReset", 4],
    ["passwordReset", 1_441],
    ["signIn", 1_441],
    ["emailVerification", 43_201],
    ["teamInvitation", 7.5],
  ])("400 for %s: %d", async (setting, value) => {
    const p = await project();
    const response = await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify({ [`auth.codes.${setting}`]: value }) },
    });
    expect([response.status, response.body]).toEqual([400, expect.stringContaining(`auth.codes.${setting}`)]);
  });
});

const tools = { db, fail };

const kind = defineCodeKind({ name: "test_swept", payload: z.string() });

type Sent = { projectId: string; code: string };

async function make(projectId: string): Promise<Sent> {
  const { code, statement } = await newCode(db, kind, { projectId, lifetimeMillis: 7 * days, payload: "kept" });
  await db.batch([statement]);
  return { projectId, code };
}

async function expire({ projectId, code }: Sent, agoMillis: number): Promise<void> {
  const isIt = and(
    eq(verificationCodes.projectId, projectId),
    eq(verificationCodes.codeHash, await hashSecret(code.toLowerCase())),
  );
  await db.batch([
    db
      .update(verificationCodes)
      .set({ expiresAt: Date.now() - agoMillis })
      .where(isIt),
  ]);
}

const check = (code: Sent) => checkCode(tools, kind, code);

describe("the sweep of verification codes", () => {
  it("deletes those of all projects that expired a day ago, used or not", async () => {
    const { id: projectId } = await project();
    const unused = await make(projectId);
    const used = await make((await project()).id);
    await claimCode(tools, kind, used);
    for (const code of [unused, used]) {
      await expire(code, days + minutes);
      await expect(check(code)).rejects.toMatchObject({ code: "VERIFICATION_CODE_EXPIRED" });
    }
    await passMinute();
    for (const code of [unused, used]) {
      await expect(check(code)).rejects.toMatchObject({ code: "VERIFICATION_CODE_NOT_FOUND" });
    }
  });

  it("leaves codes that can be used, and those that are still reported as used or expired", async () => {
    const { id: projectId } = await project();
    const [live, used, expired] = [await make(projectId), await make(projectId), await make(projectId)];
    await claimCode(tools, kind, used);
    await expire(expired, days - minutes);
    await passMinute();
    await expect(check(used)).rejects.toMatchObject({ code: "VERIFICATION_CODE_ALREADY_USED" });
    await expect(check(expired)).rejects.toMatchObject({ code: "VERIFICATION_CODE_EXPIRED" });
    expect(await claimCode(tools, kind, live)).toBe("kept");
  });

  // Evidence: challenges-are-kept-for-an-hour
  it("deletes challenges of passkeys an hour after their minute, and codes of emails a day after their time", async () => {
    // Attack: a server key requests a thousand challenges a minute, of which a day's worth, a gigabyte, was kept.
    const p = await passkeyProject({ "auth.otp.allowSignIn": true });
    await initiateSignIn(p);
    await emailCode(p);
    const age = (millis: number) => sql`${verificationCodes.expiresAt} - ${millis}`;
    const ofProject = eq(verificationCodes.projectId, p.id);
    const kept = async (millis: number) => {
      await db.batch([
        db
          .update(verificationCodes)
          .set({ expiresAt: age(millis) })
          .where(ofProject),
      ]);
      await passMinute();
      const [rows] = await db.batch([
        db.select({ kind: verificationCodes.kind }).from(verificationCodes).where(ofProject),
      ]);
      return rows.map((row) => row.kind).sort();
    };
    expect(await kept(30 * minutes)).toEqual(["passkey_authentication", "sign_in"]);
    expect(await kept(31 * minutes + 65_000)).toEqual(["sign_in"]);
    expect(await kept(days)).toEqual([]);
  });

  it("finds them by an index", async () => {
    expect(await planOf(deleteExpiredVerificationCodes(db, 1))).toMatch(
      /SEARCH verification_codes USING COVERING INDEX verification_codes_by_expiry/,
    );
  });
});
