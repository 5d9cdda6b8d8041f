import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoints } from "./contracts";
import { webhookToken } from "./features/webhooks/webhooks.fixtures";
import type { EndpointKey } from "./protocol/endpoint";
import { longest, maximumOf, partWith, placesIn } from "./testing/contract-texts";
import { project, type TestProject } from "./testing/project";
import { sendRequest } from "./testing/send-request";

// That no pattern meets such a text is proven in the gate. One of quadratic time would need hours for it, so that a test which ends
// shows the same of each whole request.
describe("a text of the largest size in a body", () => {
  const texts = endpoints.flatMap((endpoint) => placesIn(endpoint).map((place) => ({ endpoint, ...place })));
  const inBodies = Map.groupBy(
    texts.filter(({ part, schema }) => part === "body" && schema instanceof z.ZodString),
    ({ endpoint }) => endpoint,
  );

  it.each([...inBodies].map(([endpoint, fields]) => [endpoint.key, endpoint, fields] as const))(
    "%s",
    async (key, { access }, fields) => {
      const p = await project();
      const all = longest("a@");
      const text = all.slice(0, all.length / new Set(fields.map(({ path }) => path.join("."))).size);
      const body = partWith(
        fields.map(({ path }) => path),
        text,
      );
      const tooLong = fields.filter(({ schema }) => maximumOf(schema) < text.length).map(({ path }) => path);
      if (access === "webhooks") {
        await refusesByItsToken(p, key, body, tooLong);
        return;
      }
      const response = await p.admin(key, { body });
      expect(response.status).toBe(400);
      for (const path of tooLong) {
        const name = path.reduce<string>((above, step) => (step === 0 ? `${above}[0]` : `${above}.${step}`), "body");
        expect(response.body.error).toContain(`${name} `);
      }
      expect(response.body.error.length).toBeLessThan(20_000);
    },
  );
});

/** Svix' interface has tokens and a form of its own in which it names what is wrong. */
async function refusesByItsToken(p: TestProject, key: EndpointKey, body: unknown, tooLong: (string | 0)[][]) {
  const headers = { authorization: `Bearer ${await webhookToken(p)}` };
  const response = await sendRequest(key, { params: { project_id: p.id, endpoint_id: "ep_1" }, headers, body });
  expect(response.status).toBe(422);
  const named = response.body.detail.map(({ loc }: { loc: string[] }) => loc.join("."));
  for (const path of tooLong) expect(named).toContain(["body", ...path].join("."));
  expect(response.text.length).toBeLessThan(20_000);
}
