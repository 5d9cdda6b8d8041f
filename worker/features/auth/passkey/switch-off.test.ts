import { describe, expect, it } from "vitest";
import { expectError } from "../../../testing/refusals";
import { hasPasskey, passkeyProject, person, register, signIn } from "./passkey.fixtures";

describe("PATCH /users/{user_id} with passkey_auth_enabled: false", () => {
  it("200 removes all passkeys of the user, and of no other user", async () => {
    const p = await passkeyProject();
    const [user, other] = [await person(p), await person(p)];
    const [phone, laptop, others] = [await register(p, user), await register(p, user), await register(p, other)];
    const { status, body } = await p.as(user).client("PATCH /users/me", { body: { passkey_auth_enabled: false } });
    expect({ status, enabled: body.passkey_auth_enabled }).toEqual({ status: 200, enabled: false });
    for (const { authenticator } of [phone, laptop]) {
      const response = await signIn(p, authenticator);
      expectError(response, 400, "PASSKEY_AUTHENTICATION_FAILED", { message: "Passkey not found" });
    }
    expect((await signIn(p, others.authenticator)).body.user_id).toBe(other.id);
  });

  it("200 and a passkey that is registered afterwards signs in", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    await register(p, user);
    await p.as(user).client("PATCH /users/me", { body: { passkey_auth_enabled: false } });
    const { authenticator } = await register(p, user);
    expect((await signIn(p, authenticator)).status).toBe(200);
    expect(await hasPasskey(p, user.id)).toBe(true);
  });
});
