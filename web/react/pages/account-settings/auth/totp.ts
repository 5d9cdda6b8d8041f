import { encodeBase32UpperCaseNoPadding } from "@oslojs/encoding";
import { verifyTOTPWithGracePeriod } from "@oslojs/otp";

export const totpDigits = 6;
const stepSeconds = 30;

/** A new secret for an authenticator app, in the length that RFC 4226 section 4 recommends. */
export function newTotpSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(20));
}

/** Tells whether `code` is valid for this secret now, or one step earlier or later, as on the server. */
export function isTotpOf(secret: Uint8Array, code: string): boolean {
  return verifyTOTPWithGracePeriod(secret, stepSeconds, totpDigits, code, stepSeconds);
}

/** The secret for typing into an app without a camera: groups of four letters and digits. */
export function formatSecret(secret: Uint8Array): string {
  return encodeBase32UpperCaseNoPadding(secret).replace(/.{4}(?=.)/g, "$& ");
}

/**
 * The content of the QR code for an authenticator app (Google's "Key Uri Format"): the secret, its parameters and the
 * names of issuer and account. Spaces are written `%20`, since some apps do not decode `+`. A colon ends the issuer.
 */
export function otpauthUri({
  issuer,
  account,
  secret,
}: {
  issuer: string;
  account: string;
  secret: Uint8Array;
}): string {
  const name = encodeURIComponent(issuer.replaceAll(":", " ").trim());
  const parameters = [
    `secret=${encodeBase32UpperCaseNoPadding(secret)}`,
    `issuer=${name}`,
    "algorithm=SHA1",
    `digits=${totpDigits}`,
    `period=${stepSeconds}`,
  ];
  return `otpauth://totp/${name}:${encodeURIComponent(account)}?${parameters.join("&")}`;
}
