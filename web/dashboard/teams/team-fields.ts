import { isKnownError } from "../../kit/errors/known-error";
import { describeFailure } from "../../react/errors/describe-failure";
import type { Translate } from "../translation/use-translation";

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
