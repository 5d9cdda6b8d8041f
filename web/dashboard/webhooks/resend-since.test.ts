import { describe, it } from "vitest";
import { sinceOf } from "./resend-since";

const now = Date.parse("2026-11-24T12:00:00Z");

describe("sinceOf", () => {
  it("is the beginning of a span, whatever the date", ({ expect }) => {
    expect(sinceOf("hour", "", now)?.toISOString()).toBe("2026-11-24T11:00:00.000Z");
    expect(sinceOf("month", "2026-11-01T00:00", now)?.toISOString()).toBe("2026-10-25T12:00:00.000Z");
  });

  it("is the date, and nothing where that is none or still to come", ({ expect }) => {
    expect(sinceOf("date", "2026-11-20T08:30:00Z", now)?.toISOString()).toBe("2026-11-20T08:30:00.000Z");
    expect(sinceOf("date", "", now)).toBeUndefined();
    expect(sinceOf("date", "2026-11-25T00:00:00Z", now)).toBeUndefined();
  });
});
