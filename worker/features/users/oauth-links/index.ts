export {
  followLinks,
  isLinkOf,
  isOwnAccountTaken,
  isSignInAccountTaken,
  linkAccount,
  linkAccounts,
  type OwnAccount,
} from "../../../db/users/oauth-links/queries";
