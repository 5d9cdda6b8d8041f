import type { Project } from "../../../db/projects/project";
import { isSupportedPasswordHash } from "../../../platform/password-hash";
import type { Failing } from "../../../protocol/failing";
import type { Caller } from "../../access";
import {
  emailMissing,
  otpDisabled,
  passkeyAuthNotSettable,
  passwordsDisabled,
  passwordWithoutEmail,
  totpDisabled,
  twoPasswords,
  unsupportedPasswordHash,
} from "./contract";
import type { UserWrite } from "./shapes/contract";

/** Holds what a write builds on: the user as they are, or a user who does not exist yet. */
export interface UserBefore {
  primaryEmail: string | null;
  hasPassword: boolean;
  otpAuthEnabled: boolean;
}

/** Refuses, before the user is read, two passwords in one write and hashes that could never be verified. */
export async function checkPasswordFields(
  { fail }: Failing<typeof twoPasswords | typeof unsupportedPasswordHash>,
  { password, password_hash: hash }: UserWrite,
): Promise<void> {
  if (password !== undefined && hash !== undefined) fail(twoPasswords);
  if (hash !== undefined && !(await isSupportedPasswordHash(hash))) fail(unsupportedPasswordHash);
}

/** Refuses a reason for what is not so. */
export function checkRestriction({ fail }: Failing<"SCHEMA_ERROR">, body: UserWrite): void {
  for (const field of ["restricted_by_admin_reason", "restricted_by_admin_private_details"] as const) {
    const isMissing = typeof body[field] === "string" && body.restricted_by_admin !== true;
    if (isMissing) fail("SCHEMA_ERROR", { message: `${field} must be null when restricted_by_admin is not true` });
  }
}

/** Refuses flags of an address that is not there. */
export function checkEmailFields({ fail }: Failing<typeof emailMissing>, before: UserBefore, body: UserWrite): void {
  const email = body.primary_email === undefined ? before.primaryEmail : body.primary_email;
  if (email !== null) return;
  if (body.primary_email_auth_enabled) fail(emailMissing, { field: "primary_email_auth_enabled" });
  if (body.primary_email_verified) fail(emailMissing, { field: "primary_email_verified" });
}

/** Refuses a first password of a user without an address, who could never sign in by it. */
export function checkPasswordHasEmail(
  { fail }: Failing<typeof passwordWithoutEmail>,
  before: UserBefore,
  body: UserWrite,
): void {
  const email = body.primary_email === undefined ? before.primaryEmail : body.primary_email;
  if (setsPassword(body) && !before.hasPassword && email === null) fail(passwordWithoutEmail);
}

/** Refuses to begin a way of signing in that the project does not offer; one that is there already may stay. */
export function checkSignInMethods(
  { fail }: Failing<typeof otpDisabled | typeof passkeyAuthNotSettable | typeof passwordsDisabled>,
  { config }: Project,
  before: UserBefore,
  body: UserWrite,
): void {
  if (body.otp_auth_enabled && !before.otpAuthEnabled && !config.auth.otp.allowSignIn) fail(otpDisabled);
  if (body.passkey_auth_enabled) fail(passkeyAuthNotSettable);
  if (setsPassword(body) && !before.hasPassword && !config.auth.password.allowSignIn) fail(passwordsDisabled);
}

/** Refuses users a second factor that the project does not offer; its servers may give them one. */
export function checkTotp(
  { fail }: Failing<typeof totpDisabled>,
  { tier, project }: Pick<Caller, "tier" | "project">,
  { totp_secret_base64: secret }: UserWrite,
): void {
  if (typeof secret === "string" && tier === "client" && !project.config.auth.totp.allowSetUp) fail(totpDisabled);
}

export function setsPassword({ password, password_hash: hash }: UserWrite): boolean {
  return typeof password === "string" || hash !== undefined;
}
