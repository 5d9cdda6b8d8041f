import type { User } from "../../../db/users/queries";
import type { Failing } from "../../../protocol/failing";

/** Refuses a restricted user, once they have shown who they are: to anyone else it must not show that they are. */
export function requireUnrestricted(
  { fail }: Failing<"USER_RESTRICTED">,
  { restrictedAt }: Pick<User, "restrictedAt">,
): void {
  if (restrictedAt !== null) fail("USER_RESTRICTED");
}
