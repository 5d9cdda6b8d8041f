import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { db } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { initiateRegistration, passkeyProject, person, register } from "./passkey.fixtures";

describe("POST /auth/passkey/initiate-passkey-registration", () => {
  const key = "POST /auth/passkey/initiate-passkey-registration";
  it("200 options for a discoverable credential of the user, and a code", async () => {
    const p = await passkeyProject();
    const user = await person(p, { displayName: "Ada" });
    const { status, body } = await p.as(user).client(key, { body: {} });
    expect(status).toBe(200);
    expect(body).toEqual({
      options_json: {
        rp: { id: "THIS_VALUE_WILL_BE_REPLACED.example.com", name: "Test project" },
        user: { id: btoa(user.id).replace(/=+$/, ""), name: "Ada", displayName: "Ada" },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        pubKeyCredParams: [
          { type: "public-key", alg: -8 },
          { type: "public-key", alg: -7 },
          { type: "public-key", alg: -257 },
        ],
        timeout: 60_000,
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
        extensions: { credProps: true },
      },
      code: expect.stringMatching(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/),
    });
  });

  it.each([
    [{ primaryEmail: "ada@example.com" }, "ada@example.com"],
    [{}, "Gatehouse User"],
  ])("200 %j is named %s", async (fields, name) => {
    const p = await passkeyProject();
    const { options_json } = await initiateRegistration(p, await person(p, fields));
    expect(options_json.user).toMatchObject({ name, displayName: name });
  });

  it("200 excludes the authenticators that hold a passkey of the user already, and no others", async () => {
    const p = await passkeyProject();
    const [user, other] = [await person(p), await person(p)];
    const { authenticator } = await register(p, user);
    await register(p, other);
    const { options_json } = await initiateRegistration(p, user);
    expect(options_json.excludeCredentials).toEqual([
      { id: authenticator.id, type: "public-key", transports: ["internal"] },
    ]);
  });

  it("200 a new challenge each time, whose code is valid for 65 seconds", async () => {
    const p = await passkeyProject();
    const user = await person(p);
    const [first, second] = [await initiateRegistration(p, user), await initiateRegistration(p, user)];
    expect(first.options_json.challenge).not.toBe(second.options_json.challenge);
    const [rows] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
    expect(rows.map(({ createdAt, expiresAt }) => expiresAt - createdAt)).toEqual([65_000, 65_000]);
  });

  it("400 PASSKEY_AUTHENTICATION_NOT_ENABLED when the project has no passkeys", async () => {
    const p = await passkeyProject({ "auth.passkey.allowSignIn": false });
    const user = await person(p);
    expectError(await p.as(user).client(key, { body: {} }), 400, "PASSKEY_AUTHENTICATION_NOT_ENABLED");
  });

  it("400 SCHEMA_ERROR without a user", async () => {
    const p = await passkeyProject();
    expectError(await p.client(key, { body: {} }), 400, "SCHEMA_ERROR");
  });
});
