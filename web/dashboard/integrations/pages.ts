// The code of the pages to which partners send owners, loaded when one of them is opened.
export { ApprovalPage } from "./approval-page";
export { TransferPage } from "./transfer-page";
