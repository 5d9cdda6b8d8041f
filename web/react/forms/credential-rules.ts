/** UTF-16 units, as the server counts them. */
export const passwordLength = { min: 8, max: 70 };

/** Whether a new password has a length that the server takes. */
export function isAcceptableLength({ length }: string): boolean {
  return length >= passwordLength.min && length <= passwordLength.max;
}

/** Why a new password is not valid, or true: the convention of react-hook-form. */
export function checkNewPassword(password: string): string | true {
  if (password === "") return "Enter a password.";
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`;
  if (password.length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`;
  return true;
}

/** Why a text is not valid as an email address, or true. Checks its shape only. */
export function checkEmail(email: string): string | true {
  if (email.trim() === "") return "Enter your email address.";
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) || "Enter a valid email address, such as name@example.com.";
}
