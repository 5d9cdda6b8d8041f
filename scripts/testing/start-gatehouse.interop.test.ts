import { describe, it } from "vitest";
import { startGatehouse } from "./start-gatehouse";

describe("startGatehouse", () => {
  it("passes every variable to the Worker unchanged", async ({ expect, onTestFinished }) => {
    // The address in the text about an unknown path shows what arrived.
    const odd = `https://site.example/it's "50 $HOME" #1`;
    const gatehouse = await startGatehouse({ vars: { WEB_URL: odd } });
    onTestFinished(() => gatehouse.stop());
    const response = await fetch(`${gatehouse.apiUrl}/api/v1/no-such-path`);
    expect(await response.text()).toContain(odd);
  });
});
