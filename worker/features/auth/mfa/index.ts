export { openTotpSecret, sealTotpSecret, setTotpSecret } from "./totp-secret";
