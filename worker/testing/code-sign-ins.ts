import { freshAddress, mailbox, type ReceivedEmail } from "./mailbox";
import { project, type TestProject, type Tokens } from "./project";
import type { TestResponse } from "./send-request";

export const callbackUrl = "http://localhost:3000/handler/magic-link-callback?from=app";

/** A project in which people sign in by codes. */
export function otpProject(override: Parameters<typeof project>[0] = {}): Promise<TestProject> {
  return project({ "auth.otp.allowSignIn": true, ...override });
}

/** Emails a sign-in code, and takes it from the email: as it is typed, as it is linked, and with the nonce that completes it. */
export async function emailCode(p: TestProject, email = freshAddress()) {
  const to = email.toLowerCase();
  const before = (await mailbox({ to, atLeast: 0 })).length;
  const response = await sendCode(p, email);
  const emails: (ReceivedEmail | undefined)[] = await mailbox({ to, atLeast: before + 1 });
  const message = emails[before];
  const nonce: string = response.body.nonce;
  const typed = /: Your code is (\w+)$/.exec(message?.subject ?? "")?.[1] ?? "";
  const linked = new URL(message?.links[0] ?? "").searchParams.get("code") ?? "";
  return { email, message, nonce, typed, linked };
}

export function sendCode(p: TestProject, email: string, fields: object = {}): Promise<TestResponse> {
  return p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl, ...fields } });
}

export function redeemCode(p: TestProject, code: string, tokens?: Tokens): Promise<TestResponse> {
  return (tokens ? p.as(tokens) : p).client("POST /auth/otp/sign-in", { body: { code } });
}

/** Signs a user in by a code, or up when the address has no user. */
export async function signInByCode(
  p: TestProject,
  fields: { email?: string; tokens?: Tokens } = {},
): Promise<TestResponse> {
  const { linked } = await emailCode(p, fields.email);
  return redeemCode(p, linked, fields.tokens);
}
