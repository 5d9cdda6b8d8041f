import { describe, expect, it } from "vitest";
import { GatehouseServerApp } from "./server-app";

const keys = { publishableClientKey: "pck_1", secretServerKey: "ssk_1" };
const options = { projectId: "p1", baseUrl: "https://api.example", tokenStore: "nextjs-cookie", ...keys } as const;

describe('the token store "nextjs-cookie" outside a request', () => {
  it.each<[string, (app: GatehouseServerApp) => Promise<unknown>]>([
    ["getUser", (app) => app.getUser()],
    ["getPartialUser", (app) => app.getPartialUser({ from: "token" })],
    ["signInWithCredential", (app) => app.signInWithCredential({ email: "a@shop.example", password: "p" })],
    ["signOut", (app) => app.signOut()],
  ])("%s throws what to do", async (_, call) => {
    await expect(call(new GatehouseServerApp(options))).rejects.toThrow(
      /^The token store "nextjs-cookie" needs a request\./,
    );
  });

  it("is not needed for a user by id, nor with another store", async () => {
    const app = new GatehouseServerApp(options);
    const tokenStore = { accessToken: null, refreshToken: null };
    expect(await app.getUser({ tokenStore })).toBeNull();
    expect(await app.getPartialUser({ from: "token", tokenStore })).toBeNull();
    expect(await new GatehouseServerApp({ ...options, tokenStore: "memory" }).getUser()).toBeNull();
  });
});
