import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { ClientUser, ServerUser } from "../../../worker/features/users/users/shapes/contract";
import type * as wire from "../requests/wire";

/** The claims of an access token, but for its times. */
export const claims = {
  sub: "3f0c1fb4-5a5e-4f5e-9b8b-0f6f6a3c2d11",
  iss: "http://api.test/api/v1/projects/11111111-1111-4111-8111-111111111111",
  aud: "11111111-1111-4111-8111-111111111111",
  project_id: "11111111-1111-4111-8111-111111111111",
  branch_id: "main",
  refresh_token_id: "7a0d2f8e-7d57-4b42-8a0a-5f2b4d0a9c31",
  role: "authenticated",
  name: "Zoë",
  email: "zoe@example.com",
  email_verified: true,
  selected_team_id: null,
  is_anonymous: false,
  is_restricted: false,
  restricted_by_admin: false,
};

/** An unsigned access token: the kit reads the claims and leaves the signature to the server. */
export function accessToken(changed: Record<string, unknown> = {}): string {
  const payload = { ...claims, exp: Math.floor(Date.now() / 1000) + 600, ...changed };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "ES256", kid: "k1" })}.${encode(payload)}.signature`;
}

/** Every field of a shape, as one that has no value. */
const nothingIn = <User>({ shape }: { shape: Record<keyof User, unknown> }) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, null])) as User;

export const clientUser: wire.User = {
  ...nothingIn<wire.User>(ClientUser),
  id: "3f0c1fb4-5a5e-4f5e-9b8b-0f6f6a3c2d11",
  display_name: "Zoë",
  primary_email: "zoe@example.com",
  primary_email_verified: true,
  signed_up_at_millis: 1_760_000_000_000,
  client_metadata: { theme: "dark" },
  client_read_only_metadata: { plan: "pro" },
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  auth_with_email: true,
  requires_totp_mfa: false,
  oauth_providers: [],
  is_anonymous: false,
};

export const serverUser: wire.ServerUser = {
  ...nothingIn<wire.ServerUser>(ServerUser),
  ...clientUser,
  selected_team: {
    id: "5d1f4a80-2f6a-4a0b-9a94-1d7c3a4f2b22",
    display_name: "Core",
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
    server_metadata: { secret: "team" },
    created_at_millis: 1_760_000_000_001,
  },
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_760_000_000_002,
  server_metadata: { secret: "user" },
  risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
};

/** A key pair that signs access tokens as the API does, under the id `kid`. */
export async function signingKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  return {
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" },
    /** An access token for ten minutes from `now`, in milliseconds, with these claims beside or instead of the usual. */
    sign: (changed: JWTPayload, now: number) =>
      new SignJWT({ ...claims, iat: Math.floor(now / 1000), exp: Math.floor(now / 1000) + 600, ...changed })
        .setProtectedHeader({ alg: "ES256", kid })
        .sign(privateKey),
  };
}
