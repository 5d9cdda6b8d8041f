import { describe, expect, it } from "vitest";
import { project } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";

const removal = "DELETE /integrations/neon/api-keys/{api_key_id}";

describe(removal, () => {
  it("200: keys are created, listed, read, described, revoked and deleted", async () => {
    const p = await project();
    const body = {
      description: "Neon",
      expires_at_millis: Date.now() + 60_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    };
    const made = await p.admin("POST /integrations/neon/api-keys", { body });
    expect([made.status, Object.keys(made.body).filter((name) => name.endsWith("_key"))]).toEqual([
      200,
      ["publishable_client_key", "secret_server_key"],
    ]);
    const params = { api_key_id: made.body.id };
    expect((await p.admin("GET /integrations/neon/api-keys")).body).toEqual(
      (await p.admin("GET /internal/api-keys")).body,
    );
    const revoked = await p.admin("PATCH /integrations/neon/api-keys/{api_key_id}", {
      params,
      body: { description: "Old", revoked: true },
    });
    expect(revoked.body).toMatchObject({ description: "Old", manually_revoked_at_millis: expect.any(Number) });
    expect((await p.admin("GET /integrations/neon/api-keys/{api_key_id}", { params })).body).toEqual(revoked.body);
    expect((await p.admin(removal, { params })).body).toEqual({ success: true });
    expectError(await p.admin(removal, { params }), 404, "API_KEY_NOT_FOUND");
    expectError(await p.admin("GET /internal/api-keys/{api_key_id}", { params }), 404, "API_KEY_NOT_FOUND");
  });

  it("404 API_KEY_NOT_FOUND for the keys of another project, which go on", async () => {
    // Attack: the admin of one project deletes the keys of another.
    const [p, other] = [await project(), await project()];
    const [{ id }] = (await other.admin("GET /internal/api-keys")).body.items;
    const response = await p.admin(removal, { params: { api_key_id: id } });
    expectError(response, 404, "API_KEY_NOT_FOUND");
    expect((await other.admin("GET /internal/api-keys")).status).toBe(200);
  });
});
