import { expect, it } from "vitest";
import { normalizeEmail, storedEmail } from "./fields";

// Attack: a letter beyond ASCII whose lower case is within it makes one address of two people's.
it("has a normal form of an address that takes no letter beyond ASCII for another one", () => {
  expect(normalizeEmail(" Kate.I@Home.EXAMPLE ")).toBe("kate.i@home.example");
  for (const address of ["\u212Aate@home.example", "\u0130da@home.example"]) {
    expect(normalizeEmail(address)).toBe(address);
    expect(storedEmail.safeParse(address).success).toBe(false);
  }
});
