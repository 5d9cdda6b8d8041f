import { expect, it } from "vitest";
import type { Json } from "../../protocol/fields";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { oauthProject, signInWithProvider } from "../../testing/oauth-sign-ins";
import { callbackUrl, codeIn, password } from "../../testing/password-sign-ins";
import type { TestProject } from "../../testing/project";
import type { TestResponse } from "../../testing/send-request";
import { signedIn } from "../../testing/sign-ins";
import { register } from "../auth/passkey/passkey.fixtures";

async function arrange(fields: Record<string, Json> = {}) {
  const p = await oauthProject({ "auth.securityNotices": true, "auth.passkey.allowSignIn": true });
  const email = freshAddress();
  const verified = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true };
  const { body } = await p.server("POST /users", { body: { ...verified, password, ...fields } });
  const tokens = await signedIn(p, body.id);
  return { p, email, id: String(body.id), tokens, as: p.as(tokens).client };
}

type Arranged = Awaited<ReturnType<typeof arrange>>;

async function addAddress({ as }: Arranged): Promise<TestResponse> {
  const body = { type: "email", value: freshAddress(), used_for_auth: false, user_id: "me" };
  return as("POST /contact-channels", { body });
}

async function linkAccount({ p, tokens }: Arranged): Promise<TestResponse> {
  const query = { type: "link", token: tokens.access_token };
  return signInWithProvider(p, { email: freshAddress(), emailVerified: false }, { query });
}

async function firstChannel({ as }: Arranged): Promise<string> {
  return (await as("GET /contact-channels", { query: { user_id: "me" } })).body.items[0].id;
}

async function linkOf(p: TestProject, userId: string): Promise<string> {
  return (await p.server("GET /oauth-providers", { query: { user_id: userId } })).body.items[0].id;
}

const secret = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=";

const changes: Record<string, { fields?: Record<string, Json>; make(user: Arranged): Promise<TestResponse> }> = {
  "A password was added to your account": {
    fields: { password: null },
    make: ({ as }) => as("POST /auth/password/set", { body: { password } }),
  },
  "Your password was changed": {
    make: ({ as }) =>
      as("POST /auth/password/update", { body: { old_password: password, new_password: `${password}!` } }),
  },
  "Two-factor authentication was switched on": {
    make: ({ as }) => as("PATCH /users/me", { body: { totp_secret_base64: secret } }),
  },
  "Two-factor authentication was switched off": {
    fields: { totp_secret_base64: secret },
    make: ({ as }) => as("PATCH /users/me", { body: { totp_secret_base64: null } }),
  },
  "An email address was added to your account": { make: addAddress },
  "An email address of your account was changed": {
    make: async (user) => {
      const params = { user_id: "me", contact_channel_id: await firstChannel(user) };
      return user.as("PATCH /contact-channels/{user_id}/{contact_channel_id}", {
        params,
        body: { value: freshAddress() },
      });
    },
  },
  "An email address was removed from your account": {
    make: async (user) => {
      const params = { user_id: "me", contact_channel_id: await firstChannel(user) };
      return user.as("DELETE /contact-channels/{user_id}/{contact_channel_id}", { params });
    },
  },
  "A passkey was added to your account": {
    make: async ({ p, tokens }) => (await register(p, tokens)).response,
  },
  "An account at another service was linked to yours": { make: linkAccount },
};

it.each(Object.entries(changes))("emails the address from before the change: %s", async (subject, { fields, make }) => {
  const user = await arrange(fields);
  const response = await make(user);
  expect([200, 201]).toContain(response.status);
  const [notice] = await mailbox({ to: user.email });
  expect(notice?.subject).toBe(`${subject} at Test project`);
});

it("emails about a password that a reset has changed, after the email of the reset", async () => {
  const { p, email } = await arrange();
  await p.client("POST /auth/password/send-reset-code", { body: { email, callback_url: callbackUrl } });
  const [reset] = await mailbox({ to: email });
  await p.client("POST /auth/password/reset", { body: { code: codeIn(reset), password: `${password}!` } });
  const [, notice] = await mailbox({ to: email, atLeast: 2 });
  expect(notice?.subject).toBe("Your password was changed at Test project");
});

it("emails about a linked account that was removed", async () => {
  const user = await arrange();
  await linkAccount(user);
  // Emails are sent after the response, so that the one of the removal could arrive first.
  await mailbox({ to: user.email });
  const params = { user_id: "me", provider_id: await linkOf(user.p, user.id) };
  await user.as("DELETE /oauth-providers/{user_id}/{provider_id}", { params });
  const [, notice] = await mailbox({ to: user.email, atLeast: 2 });
  expect(notice?.subject).toBe("A linked account was removed from yours at Test project");
});
