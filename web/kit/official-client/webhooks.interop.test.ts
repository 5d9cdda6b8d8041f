import { Svix } from "svix";
import { describe, it } from "vitest";
import { newProject, startProject } from "../../../scripts/testing/official-client";
import { GatehouseAdminApp, stackAppInternals } from "../index";

const suite = startProject();

/** Describes what the official client's own hook for the token sends its request with. */
type Internals = { sendRequest(path: string, init: RequestInit, tier: "admin"): Promise<Response> };

describe("a token for webhooks", () => {
  it("201: of the official client and of the kit administers the webhooks of its project", async ({ expect }) => {
    const project = await newProject(suite.gatehouse);
    const { apiUrl: baseUrl } = suite.gatehouse;
    const { projectId, keys } = project;
    const internals = Reflect.get(project.owned.app, stackAppInternals) as Internals;
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const response = await internals.sendRequest("/webhooks/svix-token", init, "admin");
    const { token } = await response.json();
    const endpoint = { url: "https://shop.example/webhooks", eventTypes: ["user.created"] };
    await new Svix(token, { serverUrl: baseUrl }).endpoint.create(projectId, endpoint);

    const app = new GatehouseAdminApp({ baseUrl, projectId, tokenStore: null, ...keys });
    const svix = new Svix(await app.getSvixToken(), { serverUrl: baseUrl });
    expect((await svix.endpoint.list(projectId)).data).toMatchObject([endpoint]);
    await expect(svix.endpoint.list((await newProject(suite.gatehouse)).projectId)).rejects.toThrow();
  });
});
