import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { passwords, type users } from "../db/users/schema";
import { freshAddress, mailbox } from "./mailbox";
import { db, type TestProject, type Tokens } from "./project";
import { expectError } from "./refusals";
import type { TestResponse } from "./send-request";
import { bareUser } from "./tokens";

export const callbackUrl = "http://localhost:3000/handler/page?from=app";
export const password = "correct horse battery";

type SignedUp = Required<Tokens> & { user_id: string; email: string };

/** Signs a user up, and waits for the email that comes of it. */
export async function signUp(p: TestProject, fields: { email?: string; tokens?: Tokens } = {}): Promise<SignedUp> {
  const email = fields.email ?? freshAddress();
  const client = fields.tokens ? p.as(fields.tokens) : p;
  const { body } = await client.client("POST /auth/password/sign-up", { body: signUpBody({ email }) });
  await mailbox({ to: email });
  return { ...body, email };
}

export function signUpBody(fields: object = {}) {
  return { email: freshAddress(), password, verification_callback_url: callbackUrl, ...fields };
}

export function signIn(p: TestProject, email: string, typed = password): Promise<TestResponse> {
  return p.client("POST /auth/password/sign-in", { body: { email, password: typed } });
}

/** An anonymous user with a session. */
export async function anonymousUser(p: TestProject, fields: Partial<typeof users.$inferInsert> = {}) {
  const userId = await bareUser(p.id, { isAnonymous: true, ...fields });
  const { body } = await p.server("POST /auth/sessions", { body: { user_id: userId } });
  return { userId, tokens: body as Required<Tokens> };
}

export async function storedHash(userId: string): Promise<string | undefined> {
  const [[row]] = await db.batch([db.select().from(passwords).where(eq(passwords.userId, userId))]);
  return row?.hash;
}

export async function readUser(p: TestProject, userId: string) {
  return (await p.server("GET /users/{user_id}", { params: { user_id: userId } })).body;
}

/** Requests a reset email and returns the code of its link. */
export async function resetCode(p: TestProject, email: string): Promise<string> {
  const before = (await mailbox({ to: email, atLeast: 0 })).length;
  await p.client("POST /auth/password/send-reset-code", { body: { email, callback_url: callbackUrl } });
  return codeIn((await mailbox({ to: email, atLeast: before + 1 })).at(-1));
}

/** The code in the link of an email. */
export function codeIn(message: { links: string[] } | undefined): string {
  return new URL(message?.links[0] ?? "").searchParams.get("code") ?? "";
}

/** A project without password sign-in. */
export const noPasswords = { "auth.password.allowSignIn": false };

/** The rules on a new password that every endpoint that takes one shares. */
export function newPasswordRules(send: (typed: string) => Promise<TestResponse>): void {
  // Evidence: below-8-characters
  it("400 PASSWORD_TOO_SHORT below 8 characters", async () => {
    const response = await send("7 chars");
    expectError(response, 400, "PASSWORD_TOO_SHORT", { min_length: 8 });
    expect(response.body.error).toBe("Password too short. Minimum length is 8.");
  });

  it("400 PASSWORD_TOO_LONG above 70 characters", async () => {
    const response = await send("x".repeat(71));
    expectError(response, 400, "PASSWORD_TOO_LONG", { maxLength: 70 });
    expect(response.body.error).toBe("Password too long. Maximum length is 70.");
  });

  it("400 SCHEMA_ERROR above what is read at all", async () => {
    expectError(await send("x".repeat(1_001)), 400, "SCHEMA_ERROR");
  });
}
