export { requireSecondFactor } from "./second-factor";
export { openTotpSecret, sealTotpSecret, setTotpSecret } from "./totp-secret";
