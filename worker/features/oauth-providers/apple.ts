import { SignJWT } from "jose";
import * as z from "zod";
import { readJson } from "../../protocol/json-text";
import { importPrivateKey } from "./private-key";
import type { Vendor } from "./vendor";

const Claims = z.object({
  sub: z.string(),
  email: z.string().nullish(),
  // Apple documents both.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).nullish(),
});

/** The form field `user`, which comes with the first consent alone. */
const FirstConsent = z.object({
  name: z.object({ firstName: z.string().nullish(), lastName: z.string().nullish() }),
});

const issuer = "https://appleid.apple.com";

/** `teamId:keyId:` and the key of "Sign in with Apple" as it is downloaded. */
const keyWithIds = /^([A-Z0-9]{10}):([A-Z0-9]{10}):(.+)$/s;

/** Apple allows up to six months; it is used at once. */
const secretLifetimeSeconds = 300;

export const apple: Vendor = {
  name: "Apple",
  server: {
    issuer,
    authorization_endpoint: "https://appleid.apple.com/auth/authorize",
    token_endpoint: "https://appleid.apple.com/auth/token",
    jwks_uri: "https://appleid.apple.com/auth/keys",
    userinfo_endpoint: "https://appleid.apple.com/auth/userinfo",
  },
  scopes: ["name", "email"],
  clientAuthentication: "post",
  /** Apple's client secret is a JWT signed with the team's key. One that the owner has made is used as it is. */
  async makeSecret(configured, clientId) {
    const [, teamId, keyId, key] = keyWithIds.exec(configured) ?? [];
    if (!teamId || !keyId || !key) return configured;
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + secretLifetimeSeconds)
      .sign(await importPrivateKey(key, "Apple"));
  },
  // Apple responds by a form to every request for name or email.
  authorizationParameters: { access_type: "offline", prompt: "consent", response_mode: "form_post" },
  async readProfile(_api, idToken, parameters) {
    const { sub, email, email_verified } = Claims.parse(idToken);
    return {
      accountId: sub,
      email,
      emailVerified: String(email_verified) === "true",
      displayName: nameOf(parameters.get("user") ?? ""),
    };
  },
};

/** The name in the form, which is not signed: the address is that of the ID token alone. */
function nameOf(user: string): string | undefined {
  const json = readJson(user);
  const { data } = FirstConsent.safeParse(json.ok && json.value);
  return data && [data.name.firstName, data.name.lastName].filter(Boolean).join(" ");
}
