export { changeUser, upgradeAnonymousUser } from "./changes";
export { newUser } from "./new-user";
export {
  isSelectedTeam,
  readSignInUser,
  readUser,
  selectUser,
  selectUserBySignInEmail,
  selectUsers,
  type User,
  userWithTeam,
} from "./queries";
export { toUser } from "./wire";
