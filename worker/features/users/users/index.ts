export { changeUser, upgradeAnonymousUser } from "./changes";
export { recordUser } from "./events";
export { newUser } from "./new-user";
export {
  readSignInUser,
  readUser,
  selectUser,
  selectUserBySignInAccount,
  selectUserBySignInEmail,
  selectUsers,
  type User,
} from "./queries";
