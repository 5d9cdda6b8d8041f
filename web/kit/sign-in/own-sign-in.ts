import type { KnownError } from "../errors/known-error";
import { errorOf, resultOf } from "../errors/result";
import type { Caller } from "../requests/caller";

// Loaded when users change their password: most pages never do.

/** Replaces the password of the caller's user; their session stays, the others end. Returns the error, or undefined. */
export async function updatePassword(
  caller: Caller,
  { oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string },
): Promise<KnownError<"PASSWORD_CONFIRMATION_MISMATCH" | "PASSWORD_REQUIREMENTS_NOT_MET"> | undefined> {
  const body = { old_password: oldPassword, new_password: newPassword };
  const update = caller.write("POST /auth/password/update", { body });
  return errorOf(await resultOf(update, "PASSWORD_CONFIRMATION_MISMATCH", "PASSWORD_REQUIREMENTS_NOT_MET"));
}

/** Gives an account that has no password its first one. Returns the error, or undefined. */
export async function setPassword(
  caller: Caller,
  password: string,
): Promise<KnownError<"PASSWORD_REQUIREMENTS_NOT_MET"> | undefined> {
  const set = caller.write("POST /auth/password/set", { body: { password } });
  return errorOf(await resultOf(set, "PASSWORD_REQUIREMENTS_NOT_MET"));
}
