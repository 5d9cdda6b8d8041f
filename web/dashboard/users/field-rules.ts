import { checkEmail } from "../../react/forms/credential-rules";
import { english } from "../../ui/translation/translate";

/** What react-hook-form's `register` checks of a user's fields. */
export const displayNameRules = { maxLength: { value: 256, message: "Use at most 256 characters." } };

/** Why a text is not an email address, or true; an empty text means that the user has none. */
export function checkOptionalEmail(email: string): string | true {
  return email.trim() === "" || checkEmail(english)(email);
}

/** Why a text is not the address of an image, or true; an empty text means that the user has none. */
export function checkOptionalImageUrl(url: string): string | true {
  if (url.trim() === "") return true;
  const protocol = URL.parse(url.trim())?.protocol;
  return (
    protocol === "https:" || protocol === "http:" || "Enter the whole address of an image, beginning with https://."
  );
}
