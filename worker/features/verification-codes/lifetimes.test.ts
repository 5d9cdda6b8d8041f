import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verificationCodes } from "../../db/verification-codes/schema";
import { mailCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { callbackUrl, resetCode, signUp } from "../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../testing/project";

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

/** Has each mail with a code sent, and returns how long each says that its code is valid, in the order of `kinds`. */
async function mailEach(p: TestProject): Promise<(string | undefined)[]> {
  const { email } = await signUp(p);
  await resetCode(p, email);
  const { mail: signIn } = await mailCode(p);
  const [verification, reset] = await mailbox({ to: email, atLeast: 2 });
  const [invitation] = await mailbox({ to: await invite(p) });
  return [reset, signIn, verification, invitation].map(
    (mail) => /valid for (\d+ \w+)/.exec(mail?.text.replaceAll("\n", " ") ?? "")?.[1],
  );
}

const otp = { "auth.otp.allowSignIn": true };
const kinds = ["password_reset", "sign_in", "email_verification", "team_invitation"];

describe("the codes of mails", () => {
  // Evidence: live-60-minutes-reset-10-minutes
  // Attack: mails of the past year, read by somebody who gets into the mailbox for a moment.
  it("live 60 minutes (reset), 10 minutes (sign-in) and 7 days (verification, invitation), as the mails say", async () => {
    const p = await project(otp);
    expect(await mailEach(p)).toEqual(["1 hour", "10 minutes", "7 days", "7 days"]);
    expect(await Promise.all(kinds.map((kind) => minutesOf(p, kind)))).toEqual([[60], [10], [10_080], [10_080]]);
  });

  it("live as long as the project says, as do the mails", async () => {
    const p = await project(otp);
    const codes = { passwordReset: 15, signIn: 5, emailVerification: 90, teamInvitation: 1_440 };
    const response = await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify({ "auth.codes": codes }) },
    });
    expect(response.status).toBe(200);
    expect(await mailEach(p)).toEqual(["15 minutes", "5 minutes", "90 minutes", "1 day"]);
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
