import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { verificationCodes } from "../../db/verification-codes/schema";
import { fail } from "../../protocol/fail";
import { KnownError } from "../../protocol/known-errors";
import { db, project } from "../../testing/project";
import { trustedUrl } from "../projects";
import { type CodeKind, checkCode, claimCode, codeLink, defineCodeKind, minutes, newCode } from "./index";

const tools = { db, fail };

const payload = z.object({ userId: z.string() });
const reset = defineCodeKind({ name: "test_reset", payload });
const invitation = defineCodeKind({ name: "test_invitation", payload });

async function make(
  kind: CodeKind<{ userId: string }>,
  projectId: string,
  { lifetimeMillis = 5 * minutes, subject = null }: { lifetimeMillis?: number; subject?: string | null } = {},
): Promise<string> {
  const { code, statement } = await newCode(db, kind, {
    projectId,
    lifetimeMillis,
    subject,
    payload: { userId: "ada" },
  });
  await db.batch([statement]);
  return code;
}

/** The wire code that a promise is rejected with, or what it resolved to. */
async function outcome<T>(promise: Promise<T>): Promise<T | string> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof KnownError) return error.code;
    throw error;
  }
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe("a code", () => {
  // Evidence: 45-characters-crockford-base-32-lower
  it("is 45 characters of Crockford base-32 in lower case, which is not stored", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    expect(code).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/);
    const [rows] = await db.batch([
      db.select().from(verificationCodes).where(eq(verificationCodes.projectId, projectId)),
    ]);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.slice(6));
  });

  it("is set in the callback's query, in place of an earlier one", async () => {
    const config = { domains: { allowLocalhost: true, trustedDomains: {} }, hostedPages: { enabled: true } };
    const tools = { settings: { webUrl: "https://login.example" }, fail };
    const callback = trustedUrl(
      tools,
      { id: "any", config },
      "http://localhost:3000/verify?code=old&next=%2Fhome&code=older#top",
    );
    expect(codeLink(callback, "new")).toBe("http://localhost:3000/verify?code=new&next=%2Fhome#top");
  });

  it("returns its payload at every check, and at the claim", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    expect(await checkCode(tools, reset, { projectId, code })).toEqual({ userId: "ada" });
    expect(await checkCode(tools, reset, { projectId, code })).toEqual({ userId: "ada" });
    expect(await claimCode(tools, reset, { projectId, code })).toEqual({ userId: "ada" });
  });

  it("works in any case of letters", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    expect(await claimCode(tools, reset, { projectId, code: code.toUpperCase() })).toEqual({ userId: "ada" });
  });

  it("leaves older codes valid", async () => {
    const { id: projectId } = await project();
    const older = await make(reset, projectId);
    await make(reset, projectId);
    expect(await claimCode(tools, reset, { projectId, code: older })).toEqual({ userId: "ada" });
  });
});

describe.each([
  ["checkCode", checkCode],
  ["claimCode", claimCode],
] as const)("%s", (_, take) => {
  it("404 VERIFICATION_CODE_NOT_FOUND for an unknown code", async () => {
    const { id: projectId } = await project();
    const code = "0".repeat(45);
    expect(await outcome(take(tools, reset, { projectId, code }))).toBe("VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: a code that was emailed for one project, used at another.
  it("404 VERIFICATION_CODE_NOT_FOUND for a code of another project", async () => {
    const [mine, other] = [await project(), await project()];
    const code = await make(reset, other.id);
    expect(await outcome(take(tools, reset, { projectId: mine.id, code }))).toBe("VERIFICATION_CODE_NOT_FOUND");
    expect(await claimCode(tools, reset, { projectId: other.id, code })).toEqual({ userId: "ada" });
  });

  // Evidence: code-another-kind
  // Attack: a code that proves little, used where one that proves more is required.
  it("404 VERIFICATION_CODE_NOT_FOUND for a code of another kind", async () => {
    const { id: projectId } = await project();
    const code = await make(invitation, projectId);
    expect(await outcome(take(tools, reset, { projectId, code }))).toBe("VERIFICATION_CODE_NOT_FOUND");
    expect(await claimCode(tools, invitation, { projectId, code })).toEqual({ userId: "ada" });
  });

  // Evidence: code-past-time-used
  it("400 VERIFICATION_CODE_EXPIRED for a code past its time, used or not", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId, { lifetimeMillis: 0 });
    expect(await outcome(take(tools, reset, { projectId, code }))).toBe("VERIFICATION_CODE_EXPIRED");
    await db.batch([db.update(verificationCodes).set({ usedAt: 1 }).where(eq(verificationCodes.projectId, projectId))]);
    expect(await outcome(take(tools, reset, { projectId, code }))).toBe("VERIFICATION_CODE_EXPIRED");
  });

  it("409 VERIFICATION_CODE_ALREADY_USED for a used code, however often it was tried since", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    await claimCode(tools, reset, { projectId, code });
    for (const each of times(25, () => code)) {
      expect(await outcome(take(tools, reset, { projectId, code: each }))).toBe("VERIFICATION_CODE_ALREADY_USED");
    }
  });

  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED for the 21st try", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    for (const each of times(20, () => code)) await checkCode(tools, reset, { projectId, code: each });
    expect(await outcome(take(tools, reset, { projectId, code }))).toBe("VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });
});

describe("claimCode", () => {
  it("resolves for the 20th try", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    for (const each of times(19, () => code)) await checkCode(tools, reset, { projectId, code: each });
    expect(await claimCode(tools, reset, { projectId, code })).toEqual({ userId: "ada" });
  });

  // Evidence: resolves-20-claims-once-19
  // Attack: replay in parallel, to make one code count twice.
  it("resolves for one of 20 claims at once, 409 VERIFICATION_CODE_ALREADY_USED for 19", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    const outcomes = await Promise.all(times(20, () => outcome(claimCode(tools, reset, { projectId, code }))));
    expect(outcomes.filter((each) => typeof each === "object")).toEqual([{ userId: "ada" }]);
    expect(outcomes.filter((each) => each === "VERIFICATION_CODE_ALREADY_USED")).toHaveLength(19);
  });

  // Attack: brute force of the six characters that are typed by hand, in parallel, by a client that has the nonce.
  it("counts wrong guesses against the nonce, so that after 20 the right code is refused too", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    const guess = (index: number) => `zzzz${String(index).padStart(2, "0")}${code.slice(6)}`;
    const outcomes = await Promise.all(
      times(20, (index) => outcome(claimCode(tools, reset, { projectId, code: guess(index) }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(["VERIFICATION_CODE_NOT_FOUND"]));
    expect(await outcome(claimCode(tools, reset, { projectId, code }))).toBe("VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  // Attack: brute force spread over the endpoints of several kinds.
  it("counts tries at other kinds of code against the nonce", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    await Promise.all(times(20, () => outcome(checkCode(tools, invitation, { projectId, code }))));
    expect(await outcome(claimCode(tools, reset, { projectId, code }))).toBe("VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
  });

  // Evidence: does-count-tries-another-project-nor
  // Attack: locking a user out of their code by guesses made elsewhere.
  it("does not count tries at another project, nor at another nonce", async () => {
    const [mine, other] = [await project(), await project()];
    const code = await make(reset, mine.id);
    const another = code.slice(0, 44) + (code.endsWith("0") ? "1" : "0");
    await Promise.all(times(25, () => outcome(checkCode(tools, reset, { projectId: other.id, code }))));
    await Promise.all(times(25, () => outcome(checkCode(tools, reset, { projectId: mine.id, code: another }))));
    expect(await claimCode(tools, reset, { projectId: mine.id, code })).toEqual({ userId: "ada" });
  });

  it("leaves a code unused when validation fails, and counts one try", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    const refuse = () => fail("INVALID_TOTP_CODE");
    expect(await outcome(claimCode(tools, reset, { projectId, code, validate: refuse }))).toBe("INVALID_TOTP_CODE");
    const [[row]] = await db.batch([
      db
        .select({ attempts: verificationCodes.attempts, usedAt: verificationCodes.usedAt })
        .from(verificationCodes)
        .where(and(eq(verificationCodes.projectId, projectId), eq(verificationCodes.kind, "test_reset"))),
    ]);
    expect(row).toEqual({ attempts: 1, usedAt: null });
  });

  it("passes the payload to validation, and uses the code up when that passes", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    const seen: unknown[] = [];
    const validate = (each: unknown) => void seen.push(each);
    expect(await claimCode(tools, reset, { projectId, code, validate })).toEqual({ userId: "ada" });
    expect(seen).toEqual([{ userId: "ada" }]);
    expect(await outcome(claimCode(tools, reset, { projectId, code, validate }))).toBe(
      "VERIFICATION_CODE_ALREADY_USED",
    );
  });

  // Attack: a code of an older email, found after its owner has used that of a newer one.
  it("uses the other codes of the subject up where the kind says so, and no other subject's, project's or kind's", async () => {
    const once = defineCodeKind({ name: "test_once", isUsedOncePerSubject: true, payload });
    const [{ id: projectId }, { id: other }] = [await project(), await project()];
    const subject = "ada@example.com";
    const [used, sibling, stranger, foreign, invited] = [
      await make(once, projectId, { subject }),
      await make(once, projectId, { subject }),
      await make(once, projectId, { subject: "grace@example.com" }),
      await make(once, other, { subject }),
      await make(invitation, projectId, { subject }),
    ];
    expect(await outcome(claimCode(tools, once, { projectId, code: "0".repeat(45) }))).toBe(
      "VERIFICATION_CODE_NOT_FOUND",
    );
    expect(await claimCode(tools, once, { projectId, code: used })).toEqual({ userId: "ada" });
    expect(await outcome(claimCode(tools, once, { projectId, code: sibling }))).toBe("VERIFICATION_CODE_ALREADY_USED");
    expect(await claimCode(tools, invitation, { projectId, code: invited })).toEqual({ userId: "ada" });
    expect(await claimCode(tools, once, { projectId, code: stranger })).toEqual({ userId: "ada" });
    expect(await claimCode(tools, once, { projectId: other, code: foreign })).toEqual({ userId: "ada" });
  });

  // Attack: replay in parallel, past a validation that all of them pass.
  it("resolves for one of 20 claims at once whose validation passes", async () => {
    const { id: projectId } = await project();
    const code = await make(reset, projectId);
    const outcomes = await Promise.all(
      times(20, () => outcome(claimCode(tools, reset, { projectId, code, validate: () => {} }))),
    );
    expect(outcomes.filter((each) => typeof each === "object")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "VERIFICATION_CODE_ALREADY_USED")).toHaveLength(19);
  });
});
