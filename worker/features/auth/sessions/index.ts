import type { User } from "../../../db/users/queries";
import type { Failing } from "../../../protocol/failing";

export type { FailureReason } from "./failed-sign-ins";
export { issueSession, type NewSession } from "./issue-session";
export {
  accountAt,
  accountFailures,
  deferKnownNetwork,
  forgetKnownNetworks,
  hasSignedInFromHere,
  passwordFailures,
  passwordTries,
} from "./known-networks";
export { noteFailedSignIn, noting } from "./note-failed-sign-in";
export { noteUse, refreshedAccessToken, requireLiveSession } from "./refresh";
export { deviceOf } from "./tokens";

/** Refuses a restricted user, once they have shown who they are: to anyone else it must not show that they are. */
export function requireUnrestricted(
  { fail }: Failing<"USER_RESTRICTED">,
  { restrictedAt }: Pick<User, "restrictedAt">,
): void {
  if (restrictedAt !== null) fail("USER_RESTRICTED");
}
