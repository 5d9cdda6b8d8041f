export {
  followLinks,
  isLinkOf,
  isOwnAccountTaken,
  isSignInAccountTaken,
  linkAccount,
  linkAccounts,
  type OwnAccount,
} from "./queries";
