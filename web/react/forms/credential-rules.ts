/** UTF-16 units, as the server counts them. */
export const passwordLength = { min: 8, max: 70 };

/** Why a new password cannot be taken, or true: the form libraries' convention. */
export function checkNewPassword(password: string): string | true {
  if (password === "") return "Enter a password.";
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`;
  if (password.length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`;
  return true;
}

/** Why a new password and its repetition do not go together, or true. */
export function checkRepeatedPassword(repeated: string, { password }: { password: string }): string | true {
  if (repeated === "") return "Repeat your password.";
  return repeated === password || "The passwords do not match.";
}

/** Why a text cannot be an email address, or true. Only its shape: whether it exists, the mail itself finds out. */
export function checkEmail(email: string): string | true {
  if (email.trim() === "") return "Enter your email address.";
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) || "Enter a valid email address, such as name@example.com.";
}
