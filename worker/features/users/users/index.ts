export { byProof } from "./by-proof";
export { newUser } from "./new-user";
export { claimByEmail } from "./start-clean";
export { upgradeAnonymousUser } from "./upgrade-anonymous-user";
export { toUser } from "./wire";
