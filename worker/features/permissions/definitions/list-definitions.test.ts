import { describe, expect, it } from "vitest";
import { project } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { definitions } from "../permissions.fixtures";

const systemDefinitions = [
  { id: "$delete_team", description: "Delete the team", contained_permission_ids: [] },
  { id: "$invite_members", description: "Invite other users to the team", contained_permission_ids: [] },
  { id: "$manage_api_keys", description: "Create and manage API keys for the team", contained_permission_ids: [] },
  { id: "$read_members", description: "Read and list the other members of the team", contained_permission_ids: [] },
  { id: "$remove_members", description: "Remove other members from the team", contained_permission_ids: [] },
  { id: "$update_team", description: "Update the team information", contained_permission_ids: [] },
];

const teamDefinitions = [
  { id: "admin", contained_permission_ids: ["$delete_team", "editor"] },
  { id: "basic", contained_permission_ids: ["$read_members"] },
  { id: "editor", description: "May edit", contained_permission_ids: ["$update_team", "admin"] },
];

const projectDefinitions = [
  { id: "reader", contained_permission_ids: ["visitor"] },
  { id: "visitor", description: "May look", contained_permission_ids: [] },
];

describe("GET /team-permission-definitions", () => {
  const key = "GET /team-permission-definitions";
  it("200 with the system's and the project's own, sorted, without undefined contained ones; one round trip", async () => {
    const p = await project(definitions);
    const response = await p.admin(key);
    expect(response.body).toEqual({ items: [...systemDefinitions, ...teamDefinitions], is_paginated: false });
    expect(response.cost.d1).toBe(1);
  });

  it("400 SCHEMA_ERROR for any query", async () => {
    const p = await project();
    expectError(await p.admin(key, { query: { limit: "1" } }), 400, "SCHEMA_ERROR");
  });
});

describe("GET /project-permission-definitions", () => {
  const key = "GET /project-permission-definitions";
  it("200 with the project's own only", async () => {
    const p = await project(definitions);
    expect((await p.admin(key)).body).toEqual({ items: projectDefinitions, is_paginated: false });
    expect((await (await project()).admin(key)).body.items).toEqual([]);
  });
});
