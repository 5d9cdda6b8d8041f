export { insertLinks, isSignInAccountTaken } from "./queries";
