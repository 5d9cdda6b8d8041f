export { changeUser, upgradeAnonymousUser } from "./changes";
export { recordUser } from "./events";
export { newUser } from "./new-user";
export { toUser } from "./wire";
