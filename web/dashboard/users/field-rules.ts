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
