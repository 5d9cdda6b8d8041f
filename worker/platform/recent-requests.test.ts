import { describe, it } from "vitest";
import { RecentRequests } from "./recent-requests";

const owner = { projectId: "shop", network: "192.0.2.1" };

describe("recent requests", () => {
  it("of others are those of another project from another network", ({ expect }) => {
    const recent = new RecentRequests();
    recent.note("shop", "192.0.2.1", 0);
    recent.note("shop", "192.0.2.2", 0);
    recent.note("blog", "192.0.2.1", 0);
    expect(recent.ofOthers(owner, 0)).toBe(0);
    recent.note("blog", "192.0.2.3", 0);
    expect(recent.ofOthers(owner, 0)).toBe(1);
    expect(recent.ofOtherNetworks(owner, 0)).toBe(2);
    expect(recent.ofProjectElsewhere(owner, 0)).toBe(1);
    expect(recent.ofOthers({ projectId: null, network: "192.0.2.9" }, 0)).toBe(4);
  });

  it("are those of the last second or two", ({ expect }) => {
    const recent = new RecentRequests();
    recent.note("blog", "192.0.2.3", 10_000);
    expect(recent.ofOthers(owner, 10_999)).toBe(1);
    recent.note("blog", "192.0.2.3", 11_000);
    expect(recent.ofOthers(owner, 11_999)).toBe(2);
    expect(recent.ofOthers(owner, 12_000)).toBe(1);
    expect(recent.ofOthers(owner, 14_000)).toBe(0);
  });

  it("are kept where a request's clock is a little behind that of another", ({ expect }) => {
    const recent = new RecentRequests();
    recent.note("blog", "192.0.2.3", 10_000);
    expect(recent.ofOthers(owner, 9_998)).toBe(1);
    expect(recent.ofOthers(owner, 10_001)).toBe(1);
  });
});
