export {
  type AddressHolder,
  boundTo,
  byProof,
  type Holder,
  isUnprovenOfRestricted,
  requireHolder,
} from "./by-proof";
export { newUser } from "./new-user";
export { claimByEmail } from "./start-clean";
export { upgradeAnonymousUser } from "./upgrade-anonymous-user";
export { toUser } from "./wire";
