import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { checkChange, checkExpiry } from "./quantity-rules";

describe("a change of a quantity", () => {
  it("is a whole number other than 0, of at most a million millions", ({ expect }) => {
    for (const text of ["5", "-5", "+5", " 1000000000000 "]) expect(checkChange(text, english)).toBe(true);
    for (const text of ["", "0", "-0", "1.5", "1e3", "five", "--5"]) {
      expect(checkChange(text, english)).toBe("Enter a whole number other than 0.");
    }
    expect(checkChange("-1000000000001", english)).toBe("This is too much at once.");
  });

  it("ends in the future, or never", ({ expect }) => {
    const now = new Date("2027-01-05T12:00").getTime();
    expect([checkExpiry("", now, english), checkExpiry("2027-01-05T12:01", now, english)]).toEqual([true, true]);
    expect(checkExpiry("2027-01-05T12:00", now, english)).toBe("Choose a time in the future.");
    expect(checkExpiry("soon", now, english)).toBe("Enter a date and a time, or leave it empty.");
  });
});
