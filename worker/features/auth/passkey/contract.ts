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

/** In UTF-16 units. */
export const maxPasskeyNameLength = 64;

/** A name as it is kept and shown in one line: without control characters, and without those that turn a text around. */
export function cleanPasskeyName(name: string): string {
  return name
    .replace(/[\p{Bidi_Control}\u200b\u2060\ufeff]/gu, "")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}

/** Far more than authenticators send: the largest part is an RSA key of some 500 bytes. */
const base64url = text(16_384).meta({ contentEncoding: "base64url" });

const challengeCode = z
  .string()
  .describe("To be sent back with what the authenticator made, within 65 seconds and once.");
const rpId = z.string().describe("A placeholder, to be replaced by the host name of the page.");
const publicKeyType = z.literal("public-key").describe("Always `public-key`.");
const UserVerification = z
  .enum(["required", "preferred", "discouraged"])
  .describe("Whether the authenticator has to verify its user, by a fingerprint or a PIN for example.");

export const initiateRegistration = endpoint("POST /auth/passkey/initiate-passkey-registration", {
  summary: "Begin to register a passkey of the user",
  description: "The options are for `navigator.credentials.create()`. The body is ignored.",
  access: clientOrHigher,
  changesCredentials: { of: "own user" },
  requiresUser: true,
  response: z.object({
    options_json: z
      .object({
        rp: z
          .object({ id: rpId, name: z.string().describe("The project's name, which the browser shows.") })
          .describe("The website that the passkey is for."),
        user: z
          .object({
            id: z.string().describe("The user's id in base64url, which the authenticator stores with the passkey."),
            name: z
              .string()
              .describe("What the browser lists the passkey under: the address, or else the user's name."),
            displayName: z.string().describe("The user's name, or else the same as `name`."),
          })
          .describe("Whom the passkey is for."),
        challenge: z.string().describe("The value that the authenticator signs, in base64url."),
        pubKeyCredParams: z
          .array(
            z.object({
              type: publicKeyType,
              alg: z.number().describe("The number of the algorithm in the COSE registry (RFC 9053)."),
            }),
          )
          .describe("The algorithms that are accepted, preferred ones first."),
        timeout: z.number().describe("How long the browser waits for the user, in milliseconds."),
        attestation: z.literal("none").describe("Always `none`: the make of the authenticator does not matter."),
        excludeCredentials: z
          .array(
            z.object({
              id: z.string().describe("The id of the credential, in base64url."),
              type: publicKeyType,
              transports: z
                .array(z.string())
                .optional()
                .describe("How the authenticator is reached, such as `internal`, `hybrid` or `usb`."),
            }),
          )
          .describe("The passkeys that the user has, which an authenticator does not register again."),
        authenticatorSelection: z
          .object({
            residentKey: z
              .literal("required")
              .describe("The passkey is stored with its user, so that signing in needs no address."),
            requireResidentKey: z.literal(true).describe("The same for older browsers."),
            userVerification: UserVerification,
          })
          .describe("What the authenticator has to be able to do."),
        extensions: z
          .object({
            credProps: z.literal(true).describe("Asks whether the passkey was stored with its user."),
          })
          .describe("The extensions of the ceremony."),
      })
      .meta({ id: "PasskeyRegistrationOptions" })
      .describe("What the browser needs for the ceremony, in the JSON form of Web Authentication Level 3 section 5.1."),
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
    credential: z
      .looseObject({
        id: base64url.describe("The id of the new credential, in base64url."),
        rawId: base64url.describe("The same as `id`."),
        type: publicKeyType,
        response: z
          .looseObject({
            clientDataJSON: base64url.describe(
              "What the browser signed: the challenge and the page's origin, in base64url.",
            ),
            attestationObject: base64url.describe(
              "The new public key with what the authenticator says about it, in base64url.",
            ),
            transports: z
              .array(text(64))
              .max(16)
              .optional()
              .describe("How the authenticator is reached, such as `internal`, `hybrid` or `usb`."),
          })
          .describe("What the authenticator made."),
      })
      .meta({ id: "PasskeyRegistration" })
      .describe("What `navigator.credentials.create()` returned, as its `toJSON()` gives it."),
    code: verificationCode.describe("The `code` of the first request, within 65 seconds and once."),
  }),
  response: z.object({ user_handle: z.string().describe("The id of the new credential, in base64url.") }),
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
    options_json: z
      .object({
        rpId,
        challenge: z.string().describe("The value that the authenticator signs, in base64url."),
        allowCredentials: z.array(z.never()).describe("Always empty: the authenticator finds the passkey itself."),
        timeout: z.number().describe("How long the browser waits for the user, in milliseconds."),
        userVerification: UserVerification,
      })
      .meta({ id: "PasskeyAuthenticationOptions" })
      .describe("What the browser needs for the ceremony, in the JSON form of Web Authentication Level 3 section 5.1."),
    code: challengeCode,
  }),
  errors: ["PASSKEY_AUTHENTICATION_NOT_ENABLED"],
});

/** Describes what `navigator.credentials.get()` returns. */
export const AuthenticationResponse = z
  .looseObject({
    id: base64url.describe("The id of the credential that was used, in base64url."),
    rawId: base64url.describe("The same as `id`."),
    type: publicKeyType,
    response: z
      .looseObject({
        clientDataJSON: base64url.describe(
          "What the browser signed: the challenge and the page's origin, in base64url.",
        ),
        authenticatorData: base64url.describe(
          "What the authenticator says about itself and the ceremony, in base64url.",
        ),
        signature: base64url.describe("The authenticator's signature, in base64url."),
        userHandle: base64url
          .nullish()
          .describe(
            "The user's id as the authenticator stores it, in base64url; absent or `null` if it returned none.",
          ),
      })
      .describe("The authenticator's assertion."),
  })
  .describe("What `navigator.credentials.get()` returned, as its `toJSON()` gives it.")
  .meta({ id: "PasskeyAuthentication" });

export const signIn = endpoint("POST /auth/passkey/sign-in", {
  summary: "Sign in with what an authenticator has signed",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({
    authentication_response: AuthenticationResponse,
    code: verificationCode.describe("The `code` of the first request, within 65 seconds and once."),
  }),
  response: SignedIn,
  errors: [
    ...signInErrors,
    ...verificationCodeErrors,
    "PASSKEY_AUTHENTICATION_NOT_ENABLED",
    "PASSKEY_AUTHENTICATION_FAILED",
  ],
});

export const Passkey = z
  .object({
    id: z.string().describe("The id of the credential, in base64url."),
    user_id: z.string().describe("The id of the user whose passkey it is."),
    name: z.string().describe("What the user calls it. At first, the authenticator and the device that made it."),
    created_at_millis: millis.describe("When it was created, in milliseconds since the Unix epoch."),
    last_used_at_millis: millis
      .nullable()
      .describe("When it last signed the user in, in milliseconds since the Unix epoch. `null` before the first time."),
  })
  .meta({ id: "Passkey" });

const PasskeyParams = z.strictObject({
  passkey_id: base64url.describe("The id of the credential, in base64url."),
});

export const notOwnPasskeys = plainError(403, "Client can only list passkeys for their own user.", {
  remedy: "Send `user_id=me`, or request it from a server.",
});
export const passkeyNotFound = plainError(404, "Passkey not found.", {
  remedy: "List the user's passkeys: it may have been removed.",
});

export const listPasskeys = endpoint("GET /auth/passkeys", {
  summary: "List the passkeys of a user, newest first",
  access: clientOrHigher,
  query: z.strictObject({
    user_id: userIdOrMe.describe("Whose passkeys: a user id, or `me` for the signed-in user."),
  }),
  response: listOf(Passkey),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnPasskeys],
});

export const renamePasskey = endpoint("PATCH /auth/passkeys/{passkey_id}", {
  summary: "Give a passkey another name",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  params: PasskeyParams,
  body: z.strictObject({
    name: text(maxPasskeyNameLength)
      .overwrite(cleanPasskeyName)
      .min(1, mustNotBeEmpty)
      .describe("The new name, not empty."),
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
