import { describe, it } from "vitest";
import { endpointPath } from "./webhooks-api";

describe("the path of an endpoint", () => {
  it("stays below the endpoints of the project, whatever the address of the page holds", ({ expect }) => {
    // Attack: a link to the dashboard whose id leads the owner's own requests to another part of the API.
    const app = { projectId: "p1" };
    for (const id of ["ep_1", "..", ".", "../../msg", "a/../../b", "x?limit=1#y", "%2e%2e"]) {
      const { pathname, search } = new URL(`https://api.example${endpointPath(app, id)}/stats`);
      expect(pathname, id).toMatch(/^\/app\/p1\/endpoint\/[^/]+\/stats$/);
      expect(search).toBe("");
    }
  });
});
