import { isKnownError } from "../../../kit/errors/known-error";
import { describeFailure } from "../../../react/errors/describe-failure";
import { useWrites } from "../../dialogs/use-writes";
import { type Translate, useTranslation } from "../../translation/use-translation";
import type { Member } from "../queries";

/** Functions that change a team and show the change as code. */
export function useTeamWrites({ id }: { readonly id: string }) {
  const t = useTranslation();
  return useWrites(t("Change the team"), `const team = await serverApp.getTeam(${JSON.stringify(id)});`);
}

/** Returns what a member is called: their name in the team, or else their address. */
export function memberName({ displayName, primaryEmail }: Pick<Member, "displayName" | "primaryEmail">, t: Translate) {
  return displayName || primaryEmail || t("Unnamed user");
}

/** Returns what react-hook-form's `register` checks of the name of a team or of a member. */
export function nameRules(t: Translate) {
  return {
    validate: (name: string) => name.trim() !== "" || t("Enter a name."),
    maxLength: { value: 256, message: t("Use at most 256 characters.") },
  };
}

/** Puts the refusal of an image at its field. */
export function refusedImage(t: Translate) {
  return (error: unknown) =>
    isKnownError(error, "SCHEMA_ERROR") && error.message.includes("profile_image_url")
      ? { field: "profileImageUrl" as const, message: describeFailure(error, t) }
      : undefined;
}
