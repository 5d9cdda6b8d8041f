import type { Translate } from "../../ui/translation/translate";

/** Limits how long a password may be, in UTF-16 units of its normal form (NFC), as the server counts them. */
export interface PasswordLength {
  readonly min: number;
  readonly max: number;
}

/** Every project takes this. Some ask their users for more. */
export const passwordLength: PasswordLength = { min: 8, max: 70 };

/** The length of a password as the server counts it. */
export function lengthOf(password: string): number {
  return password.normalize("NFC").length;
}

/** Tells whether a new password has a length that the server takes. */
export function isAcceptableLength(password: string, { min, max } = passwordLength): boolean {
  const length = lengthOf(password);
  return length >= min && length <= max;
}

/** Returns what is wrong with a value of a form, or true: the convention of react-hook-form. */
type Check = (value: string) => string | true;

/** Checks a new password. */
export function checkNewPassword(t: Translate, { min, max } = passwordLength): Check {
  return (password) => {
    if (password === "") return t("Enter a password.");
    const length = lengthOf(password);
    if (length < min) return t("Use at least {min} characters.", { min });
    if (length > max) return t("Use at most {max} characters.", { max });
    return true;
  };
}

/** Checks the shape of an email address. */
export function checkEmail(t: Translate): Check {
  return (email) => {
    if (email.trim() === "") return t("Enter your email address.");
    return /^[^\s@]+@[^\s@]+$/.test(email.trim()) || t("Enter a valid email address, such as name@example.com.");
  };
}

/**
 * The typed part of an emailed code as the server has it. Crockford base-32 leaves out the letters that can be mistaken for digits, and
 * people type or paste dashes and spaces.
 */
export function normalEmailedCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
