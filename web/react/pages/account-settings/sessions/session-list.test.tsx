import { renderToStaticMarkup } from "react-dom/server";
import { describe, it } from "vitest";
import type { ActiveSession } from "../../../../kit";
import { SessionList } from "./session-list";

const session: ActiveSession = {
  id: "7a0d2f8e-7d57-4b42-8a0a-5f2b4d0a9c31",
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
  it("shows an empty state without sessions", ({ expect }) => {
    expect(show()).toContain("No active sessions found");
  });

  it("shows which facts are unknown", ({ expect }) => {
    const html = show(session);
    for (const words of ["Other session", ">-<", "Unknown", "Never", "End session"]) expect(html).toContain(words);
    expect(html).not.toContain("Impersonation");
  });

  it("shows address and location", ({ expect }) => {
    const html = show({ ...session, geoInfo: { ip: "2001:db8::1", cityName: "Lyon", countryCode: "FR" } });
    expect(html).toContain("2001:db8::1");
    expect(html).toContain("Lyon, France");
  });

  it("marks a session that impersonates the user", ({ expect }) => {
    expect(show({ ...session, isImpersonation: true })).toContain("Impersonation");
  });

  it("has no button that ends the current session", ({ expect }) => {
    const html = show({ ...session, isCurrentSession: true });
    expect(html).toContain("Current session");
    expect(html).toContain("This browser");
    expect(html).not.toContain("End session");
  });
});
