import { describe, expect, it } from "vitest";
import { totpSteps } from "./index";

/** The secret of RFC 6238 appendix B, for SHA-1. */
const key = new TextEncoder().encode("12345678901234567890");

describe("totpSteps", () => {
  // RFC 6238 appendix B prints eight digits, of which six-digit values are the last six.
  it.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_111_111_111, "050471", 37_037_037],
    [1_234_567_890, "005924", 41_152_263],
    [2_000_000_000, "279037", 66_666_666],
    [20_000_000_000, "353130", 666_666_666],
  ])("at %d seconds accepts %s, a vector of RFC 6238, for step %d", (seconds, value, step) => {
    expect(totpSteps(key, value, seconds * 1000)).toEqual([step]);
  });

  // Evidence: allows-step-drift-way-millisecond
  it("allows for one step of drift each way, to the millisecond", () => {
    const step = 37_037_036;
    const value = "081804";
    const [first, last] = [step * 30_000, step * 30_000 + 29_999];
    expect(totpSteps(key, value, first - 30_000)).toEqual([step]);
    expect(totpSteps(key, value, last + 30_000)).toEqual([step]);
    expect(totpSteps(key, value, first - 30_001)).toEqual([]);
    expect(totpSteps(key, value, last + 30_001)).toEqual([]);
  });

  it("begins at the epoch", () => {
    expect(totpSteps(key, "755224", 0)).toEqual([0]);
  });

  it.each(["", "28708", "94287082", " 287082", "287082 ", "２８７０８２", "287 082"])("rejects %j", (value) => {
    expect(totpSteps(key, value, 59_000)).toEqual([]);
  });
});
