export { changeUser, upgradeAnonymousUser } from "./changes";
export { recordUser } from "./events";
export { newUser } from "./new-user";
export {
  isSelectedTeam,
  readSignInUser,
  readUser,
  selectUser,
  selectUserBySignInAccount,
  selectUserBySignInEmail,
  selectUsers,
  type User,
  userWithTeam,
} from "./queries";
export { toUser } from "./wire";
