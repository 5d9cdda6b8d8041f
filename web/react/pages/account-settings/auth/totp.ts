import { encodeBase32UpperCaseNoPadding } from "@oslojs/encoding";
import { verifyTOTPWithGracePeriod } from "@oslojs/otp";

export const totpDigits = 6;
const stepSeconds = 30;

/** A new secret for an authenticator app, in the length that RFC 4226 section 4 recommends. */
export function newTotpSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(20));
}

/** Whether `code` is what an authenticator with this secret shows: now, or one step ago or ahead, as the server allows. */
export function isTotpOf(secret: Uint8Array, code: string): boolean {
  return verifyTOTPWithGracePeriod(secret, stepSeconds, totpDigits, code, stepSeconds);
}

/** The secret as people type it into an app that has no camera: groups of four letters and digits. */
export function typedSecret(secret: Uint8Array): string {
  return encodeBase32UpperCaseNoPadding(secret).replace(/.{4}(?=.)/g, "$& ");
}

/**
 * What a QR code tells an authenticator app (Google's "Key Uri Format"): how to make the codes, and what to call them.
 * Spaces are written `%20`, since some apps take a `+` for itself. A colon ends the issuer's name, so it has none.
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
