import { describe, it } from "vitest";
import { carryReturnTarget } from "./return-target";

describe("carryReturnTarget", () => {
  it("carries the return target of the current page, and nothing else of its query", ({ expect }) => {
    const query = new URLSearchParams({ after_auth_return_to: "/shop?item=1", code: "secret" });
    expect(carryReturnTarget("/handler/sign-up", query)).toBe(
      "/handler/sign-up?after_auth_return_to=%2Fshop%3Fitem%3D1",
    );
    expect(carryReturnTarget("/welcome?plan=free#form", query)).toBe(
      "/welcome?plan=free&after_auth_return_to=%2Fshop%3Fitem%3D1#form",
    );
  });

  it("leaves a URL as it is without a return target", ({ expect }) => {
    expect(carryReturnTarget("/handler/sign-up", new URLSearchParams("code=1"))).toBe("/handler/sign-up");
  });
});
