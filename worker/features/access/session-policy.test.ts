import { describe, expect, it } from "vitest";
import { renderConfig } from "../../config";
import { isUseDue } from "./session-policy";

const minutes = 60_000;
const noon = Date.UTC(2030, 0, 1, 12);

const isDue = (millisAgo: number, override = {}, now = noon) =>
  isUseDue({ config: renderConfig(override) }, { lastUsedAt: now - millisAgo }, now);

describe("isUseDue", () => {
  it("is once an hour", () => {
    expect(isDue(60 * minutes - 1)).toBe(false);
    expect(isDue(60 * minutes)).toBe(true);
  });

  it("is ten times within the time that a project lets sessions be idle", () => {
    const override = { "auth.sessions.idleMinutes": 30 };
    expect(isDue(3 * minutes - 1, override)).toBe(false);
    expect(isDue(3 * minutes, override)).toBe(true);
  });

  it("is on each day, by which active users are counted", () => {
    const midnight = Date.UTC(2030, 0, 2);
    expect(isDue(1, {}, midnight)).toBe(true);
    expect(isDue(1, {}, midnight + 1)).toBe(false);
  });
});
