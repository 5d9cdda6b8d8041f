export { confirmPassword } from "./confirm-password";
export { requirePasswordAuthentication } from "./rules";
