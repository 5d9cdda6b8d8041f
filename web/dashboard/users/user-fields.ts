import type { ServerUserCreateOptions } from "../../kit";
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

/** What is entered of a new user. */
export type NewUser = {
  displayName: string;
  email: string;
  isVerified: boolean;
  isForSignIn: boolean;
  password: string;
};

/** The user to create. One who has an address for sign-in and no password signs in by code, where the project has codes. */
export function createOptionsOf(
  { displayName, email, isVerified, isForSignIn, password }: NewUser,
  { magicLinkEnabled }: { magicLinkEnabled: boolean },
): ServerUserCreateOptions {
  return {
    displayName: displayName.trim() || null,
    password: password || undefined,
    ...(email.trim() && {
      primaryEmail: email.trim(),
      primaryEmailVerified: isVerified,
      primaryEmailAuthEnabled: isForSignIn,
      ...(isForSignIn && magicLinkEnabled && !password && { otpAuthEnabled: true }),
    }),
  };
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
