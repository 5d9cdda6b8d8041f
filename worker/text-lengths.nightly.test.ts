import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoints } from "./contracts";
import { longest, maximumOf, partWith, placesIn } from "./testing/contract-texts";
import { project } from "./testing/project";

// That no pattern meets such a text is proven in the gate. One of quadratic time would need hours for it, so that a test which ends
// shows the same of each whole request.
describe("a text of the largest size in a body", () => {
  const texts = endpoints.flatMap((endpoint) => placesIn(endpoint).map((place) => ({ endpoint, ...place })));
  const inBodies = Map.groupBy(
    texts.filter(({ part, schema }) => part === "body" && schema instanceof z.ZodString),
    ({ endpoint }) => endpoint,
  );

  it.each([...inBodies].map(([{ key }, fields]) => [key, fields] as const))("%s", async (key, fields) => {
    const p = await project();
    const all = longest("a@");
    const text = all.slice(0, all.length / new Set(fields.map(({ path }) => path.join("."))).size);
    const response = await p.admin(key, {
      body: partWith(
        fields.map(({ path }) => path),
        text,
      ),
    });
    expect(response.status).toBe(400);
    for (const { path } of fields.filter(({ schema }) => maximumOf(schema) < text.length)) {
      const name = path.reduce<string>((above, step) => (step === 0 ? `${above}[0]` : `${above}.${step}`), "body");
      expect(response.body.error).toContain(`${name} `);
    }
    expect(response.body.error.length).toBeLessThan(20_000);
  });
});
