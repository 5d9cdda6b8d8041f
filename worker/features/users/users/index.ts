export { readUser, selectUser, type User } from "./queries";
