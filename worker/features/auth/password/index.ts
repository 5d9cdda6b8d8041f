export { confirmPassword } from "./confirm-password";
export { deferKnownNetwork, hasSignedInFromHere, requirePasswordAuthentication } from "./rules";
