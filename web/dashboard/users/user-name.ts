import type { ServerUser } from "../../kit";
import type { Translate } from "../translation/use-translation";

/** The display name of a user, or the email address of one without a name. */
export function userName(user: ServerUser, t: Translate): string {
  return user.displayName ?? user.primaryEmail ?? t("User without a name");
}
