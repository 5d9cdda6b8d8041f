import { expect, it } from "vitest";
import type { EndpointKey } from "../protocol/endpoint";
import type { Tier } from "../protocol/tiers";
import { project, tierHeaders } from "./project";
import { type RequestInput, sendRequest, type TestResponse } from "./send-request";

/** Asserts a known error: status, code in header and body, and details when given. */
export function expectError(response: TestResponse, status: number, code: string, details?: unknown): void {
  expect({
    status: response.status,
    code: response.body.code,
    header: response.headers.get("x-stack-known-error"),
  }).toEqual({
    status,
    code,
    header: code,
  });
  if (details !== undefined) expect(response.body.details).toEqual(details);
}

/** Asserts a plain error: status and text, without the known-error header. */
export function expectPlainError(response: TestResponse, status: number, text: string): void {
  expect({ status: response.status, body: response.body, header: response.headers.get("x-stack-known-error") }).toEqual(
    {
      status,
      body: text,
      header: null,
    },
  );
}

const required = { client: "CLIENT", server: "SERVER", admin: "ADMIN" };
const invalid = { client: "PUBLISHABLE_CLIENT_KEY", server: "SECRET_SERVER_KEY", admin: "SUPER_SECRET_ADMIN_KEY" };

/**
 * The refusals that every endpoint behind a tier shares: no tier, no key, a wrong key, another project's key, a lower
 * tier. `input` must be a request that the lowest tier in `allowed` could send.
 */
export function refusals(key: EndpointKey, allowed: readonly [Tier, ...Tier[]], input: RequestInput = {}): void {
  const [lowest] = allowed;
  it("400 ACCESS_TYPE_REQUIRED without a tier", async () => {
    expectError(await sendRequest(key, input), 400, "ACCESS_TYPE_REQUIRED");
  });
  it(`401 ${required[lowest]}_AUTHENTICATION_REQUIRED without a key`, async () => {
    const { id } = await project();
    const headers = { "x-stack-project-id": id, "x-stack-access-type": lowest };
    expectError(await sendRequest(key, { ...input, headers }), 401, `${required[lowest]}_AUTHENTICATION_REQUIRED`);
  });
  it(`401 INVALID_${invalid[lowest]} with another project's key`, async () => {
    const [mine, other] = [await project(), await project()];
    const headers = tierHeaders(mine.id, lowest, other.keys[lowest]);
    expectError(await sendRequest(key, { ...input, headers }), 401, `INVALID_${invalid[lowest]}`, {
      project_id: mine.id,
    });
  });
  for (const lower of lowerTiers[lowest]) {
    it(`401 INSUFFICIENT_ACCESS_TYPE at ${lower} tier`, async () => {
      const p = await project();
      expectError(await p[lower](key, input), 401, "INSUFFICIENT_ACCESS_TYPE", {
        actual_access_type: lower,
        allowed_access_types: [...allowed],
      });
    });
  }
}

const lowerTiers: Record<Tier, Tier[]> = { client: [], server: ["client"], admin: ["client", "server"] };
