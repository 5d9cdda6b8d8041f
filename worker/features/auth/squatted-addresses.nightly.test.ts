import { describe, it } from "vitest";
import { expectProversAddress, proofs } from "./squatted-addresses.fixtures";

describe("a primary address that its user has not proven", () => {
  // Attack: a stranger makes the address of a victim their primary one, who then cannot sign up with it.
  it.each(proofs)(
    "200 is theirs who proves it by %s, where passwords are on; the other one keeps the rest",
    (_, proof) => expectProversAddress(proof),
  );
});
