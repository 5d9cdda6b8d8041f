export { clearTotpGuesses } from "./claim-totp";
export { beginSecondFactor, requireSecondFactor } from "./second-factor";
