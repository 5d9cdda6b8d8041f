import { describe, it } from "vitest";
import { startProject } from "../scripts/testing/official-client";

const suite = startProject();

const REQUESTS = 20;

/** Changes the configuration document with the admin key. */
async function override(patch: Record<string, unknown>) {
  const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1/internal/config/override`, {
    method: "PATCH",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "admin",
      "x-stack-project-id": suite.project.projectId,
      "x-stack-super-secret-admin-key": suite.project.keys.superSecretAdminKey,
    },
    body: JSON.stringify({ config_override_string: JSON.stringify(patch) }),
  });
  const text = await response.text();
  return { status: response.status, json: (response.ok ? JSON.parse(text) : { text }) as Record<string, unknown> };
}

async function config() {
  return (await suite.project.adminApp().getProject()).getConfig();
}

/** `count` requests sent at the same time. */
function atOnce<T>(count: number, begin: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => begin(index)));
}

/** How often each outcome came: `{ "200": 1, "409 USER_EMAIL_ALREADY_EXISTS": 19 }`. */
function outcomes(responses: { status: number; json: Record<string, unknown> }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, json } of responses) {
    const outcome = typeof json.code === "string" ? `${status} ${json.code}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe("requests at the same time", () => {
  it("200: 30 changes of 30 settings are all stored", async ({ expect }) => {
    const stores = Array.from({ length: 30 }, (_, index) => `store${index}`);
    const responses = await atOnce(stores.length, (index) =>
      override({ [`dataVault.stores.${stores[index]}.displayName`]: "Secrets" }),
    );
    expect(outcomes(responses)).toEqual({ "200": stores.length });
    expect(Object.keys((await config()).dataVault.stores).sort()).toEqual(stores.sort());
  });

  it("200: of 20 changes of one setting, the last one is stored", async ({ expect }) => {
    const responses = await atOnce(REQUESTS, (index) =>
      override({ "payments.items.seats.displayName": `Item ${index}` }),
    );
    expect(outcomes(responses)).toEqual({ "200": REQUESTS });
    expect((await config()).payments.items.seats?.displayName).toMatch(/^Item \d+$/);
  });
});
