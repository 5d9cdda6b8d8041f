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

/** Refuses a suspended user, once they have shown who they are: to anyone else it must not show that they are. */
export function requireUnsuspended(
  { fail }: Failing<"USER_SUSPENDED">,
  { suspendedAt }: Pick<User, "suspendedAt">,
): void {
  if (suspendedAt !== null) fail("USER_SUSPENDED");
}
