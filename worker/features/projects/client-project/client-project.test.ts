import { describe, expect, it } from "vitest";
import { internalProject, project } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { plainAppearance } from "../projects.fixtures";

describe("GET /projects/current", () => {
  it("200 with the client's view at every tier, and nothing more; one round trip", async () => {
    const p = await project();
    for (const tier of ["client", "server", "admin"] as const) {
      const response = await p[tier]("GET /projects/current");
      expect(response.cost.d1).toBe(1);
      expect(response.body).toEqual({
        id: p.id,
        display_name: "Test project",
        config: {
          sign_up_enabled: true,
          credential_enabled: true,
          magic_link_enabled: false,
          passkey_enabled: false,
          password_min_length: 8,
          totp_mfa_enabled: true,
          client_team_creation_enabled: false,
          client_user_deletion_enabled: false,
          allow_user_api_keys: false,
          allow_team_api_keys: false,
          enabled_oauth_providers: [],
          customer_types: [],
          appearance: plainAppearance,
          domains: [],
          allow_localhost: true,
        },
      });
    }
  });

  it("400 SCHEMA_ERROR for any query", async () => {
    const p = await project();
    expectError(await p.client("GET /projects/current", { query: { a: "b" } }), 400, "SCHEMA_ERROR");
  });

  it("200 for the internal project, whose configuration comes with the code", async () => {
    const { body } = await sendRequest("GET /projects/current", {
      headers: {
        "x-stack-project-id": "internal",
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": internalProject().keys.client,
      },
    });
    expect(body).toMatchObject({
      id: "internal",
      config: { credential_enabled: true, client_team_creation_enabled: true },
    });
  });
});
