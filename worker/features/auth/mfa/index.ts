export { claimTotp, clearTotpGuesses, totpFailures } from "./claim-totp";
export { requireSecondFactor } from "./second-factor";
export type { WaitingLink } from "./waiting-link";
