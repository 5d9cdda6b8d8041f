import { isKnownError } from "../../kit/errors/known-error";
import { describeFailure } from "../../react/errors/describe-failure";
import { checkEmail } from "../../react/forms/credential-rules";
import type { Translate } from "../translation/use-translation";

/** What react-hook-form's `register` checks of a user's display name. */
export function displayNameRules(t: Translate) {
  return { maxLength: { value: 256, message: t("Use at most 256 characters.") } };
}

/** Checks an email address; an empty text means that the user has none. */
export function checkOptionalEmail(t: Translate): (email: string) => string | true {
  return (email) => email.trim() === "" || checkEmail(t)(email);
}

/** The form fields that the server may refuse, with the names that its messages use. */
const wireNames = {
  email: "primary_email",
  password: "password",
  displayName: "display_name",
  profileImageUrl: "profile_image_url",
};

type RefusableField = keyof typeof wireNames;

/** Returns a function that finds which of a form's `fields` an error is about, if any. */
export function refusedField<Field extends RefusableField>(t: Translate, ...fields: Field[]) {
  return (error: unknown): { field: Field; message: string } | undefined => {
    const field = fields.find((field) => isRefused(field, error));
    if (field === undefined) return undefined;
    const isTaken = isKnownError(error, "USER_EMAIL_ALREADY_EXISTS");
    return {
      field,
      message: isTaken ? t("Another user already signs in with this email address.") : describeFailure(error, t),
    };
  };
}

function isRefused(field: RefusableField, error: unknown): boolean {
  if (field === "email" && isKnownError(error, "USER_EMAIL_ALREADY_EXISTS")) return true;
  if (field === "password" && isKnownError(error, "PASSWORD_REQUIREMENTS_NOT_MET")) return true;
  return isKnownError(error, "SCHEMA_ERROR") && error.message.includes(wireNames[field]);
}
