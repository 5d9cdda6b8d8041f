export { changeUser, type UserChanges, upgradeAnonymousUser } from "./changes";
export { type NewUserFields, newUser } from "./new-user";
export { readSignInUser, readUser, selectUser, selectUserBySignInEmail, type User } from "./queries";
export { toUser } from "./wire";
