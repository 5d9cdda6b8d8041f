import { describe, expect, it } from "vitest";
import * as z from "zod";
import { shapeFor, tiers } from "./tiers";

const [client, server, admin] = [z.object({ a: z.string() }), z.object({ b: z.string() }), z.object({ c: z.string() })];

describe("a shape per tier", () => {
  it.each([
    ["all three", tiers({ client, server, admin }), [client, server, admin]],
    ["none for admins: they get the server's", tiers({ client, server }), [client, server, server]],
    ["none for servers: they get the client's", tiers({ client, admin }), [client, client, admin]],
    ["none for clients: there is only the highest", tiers({ server, admin }), [admin, server, admin]],
  ])("%s", (_, shape, expected) => {
    expect((["client", "server", "admin"] as const).map((tier) => shapeFor(shape, tier))).toEqual(expected);
  });

  it("is the same for all tiers when it is plain", () => {
    expect(shapeFor(client, "admin")).toBe(client);
  });
});
