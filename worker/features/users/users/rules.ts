import type { Project } from "../../../db/projects/project";
import { isSupportedPasswordHash } from "../../../platform/password-hash";
import { PlainError } from "../../../protocol/plain-error";
import type { UserWrite } from "./contract";

/** What a write builds on: the user as they are, or a user who does not exist yet. */
export interface UserBefore {
  primaryEmail: string | null;
  hasPassword: boolean;
  otpAuthEnabled: boolean;
}

/** Refuses, before the user is read, two passwords in one write and hashes that could never be verified. */
export function checkPasswordFields({ password, password_hash: hash }: UserWrite): void {
  if (password !== undefined && hash !== undefined) {
    throw new PlainError(400, "Cannot set both password and password_hash at the same time.");
  }
  if (hash !== undefined && !isSupportedPasswordHash(hash)) {
    throw new PlainError(400, "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.");
  }
}

/** Refuses flags of an address that is not there. */
export function checkEmailFields(before: UserBefore, body: UserWrite): void {
  const email = body.primary_email === undefined ? before.primaryEmail : body.primary_email;
  if (email !== null) return;
  if (body.primary_email_auth_enabled) {
    throw new PlainError(400, "primary_email_auth_enabled cannot be true without primary_email");
  }
  if (body.primary_email_verified) {
    throw new PlainError(400, "primary_email_verified cannot be true without primary_email");
  }
}

/** Refuses to begin a way of signing in that the project does not offer; one that is there already may stay. */
export function checkSignInMethods({ config }: Project, before: UserBefore, body: UserWrite): void {
  if (body.otp_auth_enabled && !before.otpAuthEnabled && !config.auth.otp.allowSignIn) {
    throw new PlainError(400, "OTP auth not enabled in the project");
  }
  if (body.passkey_auth_enabled) {
    throw new PlainError(400, "Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method");
  }
  if (setsPassword(body) && !before.hasPassword && !config.auth.password.allowSignIn) {
    throw new PlainError(400, "Password auth not enabled in the project");
  }
}

export function setsPassword({ password, password_hash: hash }: UserWrite): boolean {
  return typeof password === "string" || hash !== undefined;
}
