import { describe, expect, it } from "vitest";
import { project } from "../../../testing/project";

const key = "GET /auth/callback-urls/check";

describe(key, () => {
  it("200 says whether a sign-in may come back to an address, as it would; in one round trip", async () => {
    const p = await project({ domains: { trustedDomains: { shop: { baseUrl: "https://shop.example" } } } });
    const check = async (url: string) => {
      const { body, cost } = await p.client(key, { query: { url } });
      expect(cost.d1).toBe(1);
      return body.is_trusted;
    };
    expect(await check("https://shop.example/handler/oauth-callback?after=1")).toBe(true);
    expect(await check("https://shop.example.evil.example/")).toBe(false);
    expect(await check("https://owner@shop.example/")).toBe(false);
    expect(await check("javascript:alert(1)")).toBe(false);
  });
});
