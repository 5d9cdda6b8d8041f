export { insertChannel, isSignInEmailTaken } from "./queries";
