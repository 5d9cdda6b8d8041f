export { confirmPassword } from "./confirm-password";
export { deferKnownNetwork, hasSignedInFromHere, passwordFailures, requirePasswordAuthentication } from "./rules";
