import type { User } from "../../db/users/queries";
import type { Failing } from "../../protocol/failing";
import type { Caller } from "../access";

/** The owner behind a request to the internal project, the only one whose users own projects. */
export function requireOwner(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | "EXPECTED_INTERNAL_PROJECT">,
  { user, project }: Caller,
): User {
  if (!user) return fail("USER_AUTHENTICATION_REQUIRED");
  if (project.id !== "internal") return fail("EXPECTED_INTERNAL_PROJECT");
  return user;
}
