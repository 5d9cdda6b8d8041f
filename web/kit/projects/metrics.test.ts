import { expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

it("a token for webhooks is made at each call", async () => {
  api.on("POST /webhooks/svix-token", { status: 201, body: { token: "appsk_1" } });
  const { app, sent } = adminAppOf(api);
  expect(await app.getSvixToken()).toBe("appsk_1");
  expect(sent()).toEqual({ tier: "admin", body: {} });
});

it("usage is as the API returns it", async () => {
  api.on("GET /internal/usage", { body: { storage: { used_percent: 81 } } });
  const { app, sent } = adminAppOf(api);
  expect(await app.getUsage()).toEqual({ storage: { used_percent: 81 } });
  expect(sent()).toMatchObject({ tier: "admin" });
});

it("metrics are as the API returns them, anonymous users where requested", async () => {
  api.on("GET /internal/metrics", { body: { total_users: 1 } });
  api.on("GET /internal/metrics?include_anonymous=true", { body: { total_users: 2 } });
  const { app } = adminAppOf(api);
  expect(await app.getMetrics()).toEqual({ total_users: 1 });
  expect(await app.getMetrics({ includeAnonymous: true })).toEqual({ total_users: 2 });
});
