export { redeemingCode, redirectUriOf } from "./authorization-code";
