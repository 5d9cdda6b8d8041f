import type { Translate } from "../../translation/use-translation";
import type { Member } from "../queries";

/** Returns what a member is called: their name in the team, or else their address. */
export function memberName({ displayName, primaryEmail }: Pick<Member, "displayName" | "primaryEmail">, t: Translate) {
  return displayName || primaryEmail || t("Unnamed user");
}
