import { renderToStaticMarkup } from "react-dom/server";
import { describe, it } from "vitest";
import type { ActiveSession } from "../../../../kit";
import { SessionList, sessionFamilies } from "./sessions-section";

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

describe("SessionList", () => {
  const session: ActiveSession = {
    id: "7a0d2f8e-7d57-4b42-8a0a-5f2b4d0a9c31",
    familyId: "7a0d2f8e-7d57-4b42-8a0a-5f2b4d0a9c31",
    userId: "3f0c1fb4-5a5e-4f5e-9b8b-0f6f6a3c2d11",
    createdAt: new Date(),
    isImpersonation: false,
    lastUsedAt: undefined,
    isCurrentSession: false,
    geoInfo: undefined,
    browserInfo: undefined,
  };

  const show = (...sessions: ActiveSession[]) =>
    renderToStaticMarkup(<SessionList sessions={sessions} onEnd={() => undefined} />);

  describe("SessionList", () => {
    it("shows which facts are unknown", ({ expect }) => {
      const html = show(session);
      for (const words of ["Unknown browser", "Unknown place", "Sign out"]) expect(html).toContain(words);
      expect(html).not.toContain("last used");
    });

    it("shows browser and system, place and address", ({ expect }) => {
      const html = show({
        ...session,
        geoInfo: { ip: "2001:db8::1", cityName: "Lyon", countryCode: "FR" },
        browserInfo: { browser: "Firefox", system: "Android", device: "mobile" },
      });
      expect(html).toContain("Firefox on Android");
      expect(html).toContain("lucide-smartphone");
      expect(html).toContain("Lyon, France, 2001:db8::1");
    });

    it("names the browser or the system where the other is unknown", ({ expect }) => {
      const browserInfo = { browser: null, system: "Linux", device: null };
      expect(show({ ...session, browserInfo })).toContain(">Linux<");
    });

    it("has the current session first, with no button that ends it", ({ expect }) => {
      const browserInfo = { browser: "Chrome", system: "macOS", device: "desktop" } as const;
      const html = show(session, { ...session, id: "s2", isCurrentSession: true, browserInfo });
      expect(html.indexOf("Chrome on macOS")).toBeLessThan(html.indexOf("Unknown browser"));
      expect(html).toContain("This browser");
      expect(html.match(/<button/g)).toHaveLength(1);
    });
  });
});
