import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { newProject, signUp, startProject } from "../../../scripts/testing/official-client";
import { GatehouseAdminApp, stackAppInternals } from "../index";

const suite = startProject();

/** What the official client's own hook for metrics sends its request with. */
type Internals = { sendRequest(path: string, init: RequestInit, tier: "admin"): Promise<Response> };

describe("the metrics of a project", () => {
  it("200: are the same for the official client and the kit", async ({ expect }) => {
    const project = await newProject(suite.gatehouse);
    await signUp(project.clientApp(), newAddress());
    // Its apps with keys send none of them with such a request.
    const internals = Reflect.get(project.owned.app, stackAppInternals) as Internals;
    const response = await internals.sendRequest("/internal/metrics?include_anonymous=false", {}, "admin");
    const metrics = await response.json();
    expect(metrics).toMatchObject({ total_users: 1, login_methods: [{ method: "password", count: 1 }] });
    const { apiUrl: baseUrl } = suite.gatehouse;
    const { projectId, keys } = project;
    const app = new GatehouseAdminApp({ baseUrl, projectId, tokenStore: null, ...keys });
    expect(await app.getMetrics()).toEqual(metrics);
  });
});
