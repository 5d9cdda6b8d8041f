import type { AdminOwnedProject, ServerUserCreateOptions } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { describeFailure } from "../../react/errors/describe-failure";
import { checkEmail } from "../../react/forms/credential-rules";
import type { Translate } from "../translation/use-translation";

/** Returns what react-hook-form's `register` checks of a user's display name. */
export function displayNameRules(t: Translate) {
  return { maxLength: { value: 256, message: t("Use at most 256 characters.") } };
}

/** Checks an email address; an empty text means that the user has none. */
export function checkOptionalEmail(t: Translate): (email: string) => string | true {
  return (email) => email.trim() === "" || checkEmail(t)(email);
}

/** Checks the email address of a new user, which may be empty where a name says who it is. */
export function checkNewEmail(t: Translate): (email: string, entered: NewUser) => string | true {
  return (email, { displayName, password }) => {
    if (email.trim() !== "") return checkOptionalEmail(t)(email);
    if (password !== "") return t("Enter the email address with which the password signs in.");
    return displayName.trim() !== "" || t("Enter an email address or a display name.");
  };
}

/** Holds what is entered of a new user. */
export type NewUser = {
  displayName: string;
  email: string;
  isVerified: boolean;
  isForSignIn: boolean;
  password: string;
};

type Methods = Pick<AdminOwnedProject["config"], "magicLinkEnabled" | "credentialEnabled">;

/**
 * Returns how a new user will sign in by email: undefined where they are not to. Codes sign in with a verified address, or with any where
 * passwords are off, as nobody can reset one.
 */
export function emailSignIn(
  { email, isVerified, isForSignIn, password }: NewUser,
  { magicLinkEnabled, credentialEnabled }: Methods,
): "password" | "code" | "none" | undefined {
  if (email.trim() === "" || !isForSignIn) return undefined;
  if (password !== "") return "password";
  return magicLinkEnabled && (isVerified || !credentialEnabled) ? "code" : "none";
}

/** The user to create. */
export function createOptionsOf(entered: NewUser, config: Methods): ServerUserCreateOptions {
  const { displayName, email, isVerified, isForSignIn, password } = entered;
  return {
    displayName: displayName.trim() || null,
    password: password || undefined,
    ...(email.trim() && {
      primaryEmail: email.trim(),
      primaryEmailVerified: isVerified,
      primaryEmailAuthEnabled: isForSignIn,
      ...(emailSignIn(entered, config) === "code" && { otpAuthEnabled: true }),
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
