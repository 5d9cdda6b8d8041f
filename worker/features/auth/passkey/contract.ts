// Passkeys: registering one, naming and removing it, and signing in with one that the authenticator itself finds (Web Authentication Level 3).
// Options and responses travel in the JSON forms of WebAuthn section 5.1; binary members are base64url without padding.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { listOf, millis, Success, text, userIdOrMe, verificationCode } from "../../../protocol/fields";
import { mustNotBeEmpty } from "../../../protocol/validation-messages";
import { passkeyChallengesAtCap, passkeysAtCap } from "../../caps/contract";
import { verificationCodeErrors } from "../../verification-codes/contract";
import { SignedIn, signInErrors } from "../sessions/contract";
import { cleanPasskeyName, longestPasskeyName } from "./passkey-name";

/** Far more than authenticators send: the largest part is an RSA key of some 500 bytes. */
const base64url = text(16_384).meta({ contentEncoding: "base64url" });

const challengeCode = z
  .string()
  .meta({ description: "Sent back with the authenticator's response, within 65 seconds" });
const rpId = z.string().meta({ description: "A placeholder, to be replaced by the host name of the page" });
const publicKeyType = z.literal("public-key");
const UserVerification = z.enum(["required", "preferred", "discouraged"]);

export const initiateRegistration = endpoint("POST /auth/passkey/initiate-passkey-registration", {
  summary: "Begin to register a passkey of the user",
  description: "The options are for `navigator.credentials.create()`. The body is ignored.",
  access: clientOrHigher,
  changesCredentials: { of: "own user" },
  requiresUser: true,
  response: z.object({
    options_json: z.object({
      rp: z.object({ id: rpId, name: z.string() }),
      user: z.object({
        id: z.string().meta({ description: "The user's id, as the authenticator returns it at each sign-in" }),
        name: z.string(),
        displayName: z.string(),
      }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.number() })),
      timeout: z.number().meta({ description: "Milliseconds" }),
      attestation: z.literal("none"),
      excludeCredentials: z.array(
        z.object({ id: z.string(), type: publicKeyType, transports: z.array(z.string()).optional() }),
      ),
      authenticatorSelection: z.object({
        residentKey: z.literal("required"),
        requireResidentKey: z.literal(true),
        userVerification: UserVerification,
      }),
      extensions: z.object({ credProps: z.literal(true) }),
    }),
    code: challengeCode,
  }),
  errors: ["PASSKEY_AUTHENTICATION_NOT_ENABLED", "SIGN_UP_NOT_ENABLED", passkeysAtCap, passkeyChallengesAtCap],
});

export const register = endpoint("POST /auth/passkey/register", {
  summary: "Register the passkey that an authenticator has made for the user",
  access: clientOrHigher,
  changesCredentials: { of: "own user" },
  limit: "sign-in",
  requiresUser: true,
  body: z.strictObject({
    credential: z.looseObject({
      id: base64url,
      rawId: base64url,
      type: publicKeyType,
      response: z.looseObject({
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z.array(text(64)).max(16).optional(),
      }),
    }),
    code: verificationCode,
  }),
  response: z.object({ user_handle: z.string().meta({ description: "The id of the credential" }) }),
  errors: [
    ...verificationCodeErrors,
    "PASSKEY_AUTHENTICATION_NOT_ENABLED",
    "SIGN_UP_NOT_ENABLED",
    "PASSKEY_REGISTRATION_FAILED",
    passkeysAtCap,
  ],
});

export const initiateAuthentication = endpoint("POST /auth/passkey/initiate-passkey-authentication", {
  summary: "Begin to sign in with a passkey",
  description: "The options are for `navigator.credentials.get()`. The body is ignored.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  response: z.object({
    options_json: z.object({
      rpId,
      challenge: z.string(),
      allowCredentials: z.array(z.never()).meta({ description: "None is named: the authenticator finds its own" }),
      timeout: z.number().meta({ description: "Milliseconds" }),
      userVerification: UserVerification,
    }),
    code: challengeCode,
  }),
  errors: ["PASSKEY_AUTHENTICATION_NOT_ENABLED"],
});

/** What `navigator.credentials.get()` returns. */
export const AuthenticationResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: publicKeyType,
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

export const signIn = endpoint("POST /auth/passkey/sign-in", {
  summary: "Sign in with what an authenticator has signed",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({ authentication_response: AuthenticationResponse, code: verificationCode }),
  response: SignedIn,
  errors: [
    ...signInErrors,
    ...verificationCodeErrors,
    "PASSKEY_AUTHENTICATION_NOT_ENABLED",
    "PASSKEY_AUTHENTICATION_FAILED",
  ],
});

export const Passkey = z.object({
  id: z.string().meta({ description: "The id of the credential" }),
  user_id: z.string(),
  name: z.string(),
  created_at_millis: millis,
  last_used_at_millis: millis.nullable().meta({ description: "The last sign-in with it; null before the first" }),
});

const PasskeyParams = z.strictObject({ passkey_id: base64url });

export const notOwnPasskeys = plainError(403, "Client can only list passkeys for their own user.");
export const passkeyNotFound = plainError(404, "Passkey not found.");

export const listPasskeys = endpoint("GET /auth/passkeys", {
  summary: "List the passkeys of a user, newest first",
  access: clientOrHigher,
  query: z.strictObject({ user_id: userIdOrMe }),
  response: listOf(Passkey),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnPasskeys],
});

export const renamePasskey = endpoint("PATCH /auth/passkeys/{passkey_id}", {
  summary: "Give a passkey another name",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  params: PasskeyParams,
  body: z.strictObject({
    name: text(longestPasskeyName).overwrite(cleanPasskeyName).min(1, mustNotBeEmpty),
  }),
  response: Passkey,
  errors: [passkeyNotFound],
});

export const deletePasskey = endpoint("DELETE /auth/passkeys/{passkey_id}", {
  summary: "Remove a passkey from a user",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  params: PasskeyParams,
  response: Success,
  errors: [passkeyNotFound],
});

export type RegistrationResponse = z.output<typeof register.body>["credential"];
export type AuthenticationResponse = z.output<typeof AuthenticationResponse>;
