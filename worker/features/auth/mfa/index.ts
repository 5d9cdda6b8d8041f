export { claimTotp } from "./claim-totp";
export { beginSecondFactor, requireSecondFactor } from "./second-factor";
