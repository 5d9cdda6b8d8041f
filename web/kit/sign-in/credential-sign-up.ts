import type { Connection } from "../connection/connection";
import { doneOf, type Refusal, type Result } from "../errors/result";
import { signInHere } from "./known-device";
import { tellingOrigin } from "./untrusted-origin";

// Loaded when somebody signs up.

/** Holds what an account with a password is made of. */
export interface CredentialSignUp {
  readonly email: string;
  readonly password: string;
  /** The page that the link of the verification email leads to; default `urls.emailVerification`. */
  readonly verificationCallbackUrl?: string;
  /** The code of an invitation to owners of projects, where the dashboard's own project takes no other sign-ups. */
  readonly invitationCode?: string;
}

/** Makes an account with an address and a password, and signs in with it. */
export async function signUpWithCredential(
  connection: Connection,
  { email, password, verificationCallbackUrl, invitationCode }: CredentialSignUp,
): Promise<Result<undefined, Refusal<"USER_EMAIL_ALREADY_EXISTS" | "PASSWORD_REQUIREMENTS_NOT_MET">>> {
  const callbackUrl = connection.redirects.callbackUrl(
    verificationCallbackUrl,
    "emailVerification",
    "verificationCallbackUrl",
  );
  const signedUp = signInHere(connection, (caller, device) =>
    caller.write("POST /auth/password/sign-up", {
      body: {
        email: email.trim(),
        password,
        verification_callback_url: callbackUrl,
        invitation_code: invitationCode,
        ...device,
      },
    }),
  );
  return await doneOf(
    tellingOrigin(connection, signedUp, callbackUrl),
    "USER_EMAIL_ALREADY_EXISTS",
    "PASSWORD_REQUIREMENTS_NOT_MET",
  );
}
