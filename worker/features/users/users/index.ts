export { newUser } from "./new-user";
export { upgradeAnonymousUser } from "./upgrade-anonymous-user";
export { toUser } from "./wire";
