export { claimTotp, clearTotpGuesses } from "./claim-totp";
export { requireSecondFactor } from "./second-factor";
