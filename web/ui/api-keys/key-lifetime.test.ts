import { describe, it } from "vitest";
import { expiryAfter, isNever, lifetimes } from "./lifetime-field";

const now = new Date("2026-03-01T12:00:00Z");

describe("expiryAfter", () => {
  it("adds whole days to the current time", ({ expect }) => {
    expect(expiryAfter("1", now)).toEqual(new Date("2026-03-02T12:00:00Z"));
    expect(expiryAfter("90", now)).toEqual(new Date("2026-05-30T12:00:00Z"));
    expect(expiryAfter("365", now)).toEqual(new Date("2027-03-01T12:00:00Z"));
  });

  it("lets keys that never expire expire in two hundred years", ({ expect }) => {
    expect(expiryAfter("never", now).getUTCFullYear()).toBe(2226);
  });
});

describe("isNever", () => {
  for (const { value, label } of lifetimes) {
    it(`is ${value === "never"} for the lifetime "${label}"`, ({ expect }) => {
      expect(isNever(expiryAfter(value, now), now)).toBe(value === "never");
    });
  }
});
