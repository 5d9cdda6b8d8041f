import { verifyHOTP } from "@oslojs/otp";

const stepMillis = 30_000;
const digits = 6;

/** Clocks may differ by one step each way (RFC 6238 section 5.2), which also leaves time to type. */
const drift = 1;

/**
 * The time steps whose value is `typed`, oldest first: one or none, apart from coincidences. Values are those of every
 * authenticator app: RFC 6238 with SHA-1, six digits and steps of 30 seconds.
 *
 * @param now milliseconds since the epoch
 */
export function totpSteps(key: Uint8Array, typed: string, now: number): number[] {
  const current = Math.floor(now / stepMillis);
  const near = Array.from({ length: 2 * drift + 1 }, (_, index) => current - drift + index);
  return near.filter((step) => step >= 0 && verifyHOTP(key, BigInt(step), digits, typed));
}
