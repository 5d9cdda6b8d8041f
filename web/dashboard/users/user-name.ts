import type { ServerUser } from "../../kit";

/** The display name of a user, or the email address of one without a name. */
export function userName(user: ServerUser): string {
  return user.displayName ?? user.primaryEmail ?? "User without a name";
}
