import { describe, it } from "vitest";
import { startGatehouse } from "./start-gatehouse";

describe("startGatehouse", () => {
  it("runs an API that can crash and come back on the same address", async ({ expect, onTestFinished }) => {
    const gatehouse = await startGatehouse();
    onTestFinished(() => gatehouse.stop());
    const health = () => fetch(`${gatehouse.apiUrl}/health`).then(({ status }) => status);
    expect(await health()).toBe(200);
    await gatehouse.kill();
    await expect(health()).rejects.toThrow("fetch failed");
    await gatehouse.restart();
    expect(await health()).toBe(200);
  });

  it("passes every variable to the Worker unchanged", async ({ expect, onTestFinished }) => {
    // The address in the text about an unknown path shows what arrived.
    const odd = `https://site.example/it's "50 $HOME" #1`;
    const gatehouse = await startGatehouse({ vars: { WEB_URL: odd } });
    onTestFinished(() => gatehouse.stop());
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/no-such-path`);
    expect(await response.text()).toContain(odd);
  });
});
