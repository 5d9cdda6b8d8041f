import { describe, it } from "vitest";
import { readAmount, typedAmount } from "./refund-dialog";

describe("an amount to refund", () => {
  it("is read to the last digit, in the decimals of its currency", ({ expect }) => {
    expect(readAmount("12.5", "USD", 2000)).toBe(1250);
    expect(readAmount(" 0,29 ", "EUR", 2000)).toBe(29);
    expect(readAmount("400", "JPY", 400)).toBe(400);
    expect(typedAmount(1250, "USD")).toBe("12.50");
    expect(typedAmount(400, "JPY")).toBe("400");
  });

  it("is refused when it is nothing, more than what is left, or of too many decimals", ({ expect }) => {
    for (const text of ["", "0", "-1", "20.01", "1.005", "1,000.00", "1e3"]) {
      expect(readAmount(text, "USD", 2000)).toBe(undefined);
    }
    expect(readAmount("1.5", "JPY", 400)).toBe(undefined);
  });
});
