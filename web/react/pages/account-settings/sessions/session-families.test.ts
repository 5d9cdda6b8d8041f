import { describe, it } from "vitest";
import type { ActiveSession } from "../../../../kit";
import { sessionFamilies } from "./session-families";

const session = (id: string, familyId: string, minute: number, isCurrentSession = false): ActiveSession => ({
  id,
  userId: "u1",
  familyId,
  createdAt: new Date(0),
  isImpersonation: false,
  lastUsedAt: new Date(minute * 60_000),
  isCurrentSession,
  geoInfo: undefined,
  browserInfo: undefined,
});
const shown = (...sessions: ActiveSession[]) => sessionFamilies(sessions).map(({ id }) => id);

describe("sessionFamilies", () => {
  it("shows a session that is part of no family", ({ expect }) => {
    expect(shown(session("s1", "s1", 1), session("s2", "s2", 2))).toEqual(["s1", "s2"]);
  });

  it("shows the one of a family that was used last", ({ expect }) => {
    expect(shown(session("root", "root", 3), session("shop", "root", 5), session("blog", "root", 4))).toEqual(["shop"]);
  });

  it("shows the family of this browser as the current session, which no button ends", ({ expect }) => {
    expect(shown(session("root", "root", 9), session("shop", "root", 5, true), session("blog", "root", 7))).toEqual([
      "shop",
    ]);
  });
});
