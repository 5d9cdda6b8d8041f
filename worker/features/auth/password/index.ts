export { confirmPassword } from "./confirm-password";
export { clearPasswordGuesses, passwordCounters } from "./guesses";
export { requirePasswordAuthentication } from "./rules";
