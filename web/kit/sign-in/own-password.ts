import type { KnownError } from "../errors/known-error";
import { errorOf, resultOf } from "../errors/result";
import type { Caller } from "../requests/caller";
import type { Auth } from "./own-session";

// Loaded when users change their password: most pages never do.

/** See {@link Auth.updatePassword}. */
export async function updatePassword(
  caller: Caller,
  { oldPassword, newPassword }: Parameters<Auth["updatePassword"]>[0],
): ReturnType<Auth["updatePassword"]> {
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
