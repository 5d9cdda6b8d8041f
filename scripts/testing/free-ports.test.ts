import { once } from "node:events";
import { createServer } from "node:net";
import { describe, it } from "vitest";
import { findFreePorts } from "./free-ports";

describe("findFreePorts", () => {
  it("gives different ports, none twice in a row, and none that outgoing connections are given", async ({ expect }) => {
    const ports = [...(await findFreePorts(5)), ...(await findFreePorts(5))];
    expect(new Set(ports).size).toBe(10);
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it("passes over ports in use, and throws when too few are left", async ({ expect }) => {
    const [taken] = (await findFreePorts(1)) as [number];
    const server = createServer().listen(taken, "127.0.0.1");
    await once(server, "listening");
    // Four times eight go through all of the process's ports, some of which other programs may have.
    for (let round = 0; round < 4; round++) expect(await findFreePorts(8)).not.toContain(taken);
    await expect(findFreePorts(33)).rejects.toThrow("Fewer than 33 ports from");
    server.close();
  });
});
