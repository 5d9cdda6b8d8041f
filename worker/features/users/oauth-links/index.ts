export { followLinks, isSignInAccountTaken, linkAccounts } from "./queries";
