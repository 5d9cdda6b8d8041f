export { forgetInvitations } from "./invitation";
