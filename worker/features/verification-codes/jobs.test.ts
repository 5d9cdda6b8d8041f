import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { deleteExpiredVerificationCodes } from "../../db/verification-codes/expiry";
import { verificationCodes } from "../../db/verification-codes/schema";
import { hashSecret } from "../../platform/secrets";
import { fail } from "../../protocol/fail";
import { mailCode } from "../../testing/code-sign-ins";
import { passMinute } from "../../testing/jobs";
import { db, project } from "../../testing/project";
import { planOf } from "../../testing/query-plan";
import { initiateSignIn, passkeyProject } from "../auth/passkey/passkey.fixtures";
import { checkCode, claimCode, days, defineCodeKind, minutes, newCode } from ".";

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
  it("deletes challenges of passkeys an hour after their minute, and codes of mails a day after their time", async () => {
    // Attack: a server key requests a thousand challenges a minute, of which a day's worth, a gigabyte, was kept.
    const p = await passkeyProject({ "auth.otp.allowSignIn": true });
    await initiateSignIn(p);
    await mailCode(p);
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
