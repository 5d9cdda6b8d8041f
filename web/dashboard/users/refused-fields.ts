import { isKnownError } from "../../kit/errors/known-error";
import { describeFailure } from "../../react/errors/describe-failure";
import type { Translate } from "../translation/use-translation";

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
