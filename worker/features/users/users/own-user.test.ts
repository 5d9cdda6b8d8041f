import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { plainShapes } from "./shapes/contract";
import { create, expectFlatRowToFollow, onePixelPng, signedIn, teamOf } from "./users.fixtures";

describe("GET /users/me", () => {
  // Evidence: round-trip-clients-see-server-fields
  it("200 in one round trip: clients see no server fields, servers see all", async () => {
    const p = await project();
    const { user, as } = await signedIn(p, { server_metadata: "hidden", client_metadata: "shown" });
    await p.server("PATCH /users/{user_id}", {
      params: { user_id: user.id },
      body: { selected_team_id: await teamOf(p, user.id) },
    });
    const client = await as.client("GET /users/me");
    expect(client.cost.d1).toBe(1);
    const shown = [
      "auth_with_email",
      "display_name",
      "has_password",
      "id",
      "is_anonymous",
      "is_restricted",
      "oauth_providers",
      "otp_auth_enabled",
      "passkey_auth_enabled",
      "primary_email",
      "primary_email_verified",
      "profile_image_url",
      "requires_totp_mfa",
      "restricted_by_admin",
      "restricted_by_admin_reason",
      "restricted_reason",
      "selected_team",
      "selected_team_id",
      "signed_up_at_millis",
      ...Object.keys({ ...plainShapes.ofUsers, ...plainShapes.forUsers }),
    ];
    expect(Object.keys(client.body).sort()).toEqual(shown.sort());
    expect(Object.keys(client.body.selected_team).sort()).toEqual([
      "client_metadata",
      "client_read_only_metadata",
      "display_name",
      "id",
      "profile_image_url",
    ]);
    const server = await as.server("GET /users/me");
    expect(server.body).toMatchObject({ id: user.id, server_metadata: "hidden", primary_email_auth_enabled: false });
    expect(server.body).toEqual((await p.server("GET /users/{user_id}", { params: { user_id: user.id } })).body);
  });

  // Attack: keep using the token of a deleted user.
  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER without a token and for a deleted user's token, on every tier", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    await p.server("DELETE /users/{user_id}", { params: { user_id: user.id } });
    for (const caller of [p.client, p.server, p.admin, as.client, as.server, as.admin]) {
      expectError(await caller("GET /users/me"), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
      expectError(await caller("PATCH /users/me", { body: {} }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
    for (const caller of [p.server, as.server]) {
      expectError(await caller("DELETE /users/me"), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("400 SCHEMA_ERROR for any query parameter", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    expectError(await as.client("GET /users/me", { query: { limit: "1" } }), 400, "SCHEMA_ERROR");
  });

  // Evidence: without-indentation-where-would-most-response
  it("200 without indentation where it would be most of the response, also for a browser", async () => {
    // Attack: a user stores 49,000 digits as metadata, of which each would get a line and 480 spaces. They have it shown as a
    // browser shows it. Those are 24 megabytes, and few of them at once end the isolate with all requests in it.
    const p = await project();
    const digits = Array.from({ length: 49_000 }, () => 1).join(",");
    const client_metadata = JSON.parse(`${"[".repeat(240)}${digits}${"]".repeat(240)}`);
    const { user, as } = await signedIn(p, { client_metadata });
    const headers = { accept: "text/html" };
    const { text } = await as.client("GET /users/me", { headers });
    expect(text.length).toBeLessThan(600_000);
    const params = { user_id: (await create(p)).id };
    expect((await p.server("GET /users/{user_id}", { params, headers })).text).toContain('\n  "id"');
    expect(user.client_metadata).toEqual(client_metadata);
    const refused = await as.client("PATCH /users/me", { body: { display_name: client_metadata } });
    expectError(refused, 400, "SCHEMA_ERROR");
    expect(refused.text.length).toBeLessThan(6_000);
  });
});

describe("PATCH /users/me", () => {
  it("200 a client changes its own fields and gets the fields that clients see", async () => {
    const p = await project({ "auth.otp.allowSignIn": true });
    const { user, as } = await signedIn(p);
    const body = {
      display_name: "Ada",
      client_metadata: { theme: "dark" },
      selected_team_id: await teamOf(p, user.id),
      otp_auth_enabled: true,
      totp_secret_base64: "c2VjcmV0",
      passkey_auth_enabled: false,
    };
    const response = await as.client("PATCH /users/me", { body });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      display_name: "Ada",
      client_metadata: { theme: "dark" },
      selected_team_id: body.selected_team_id,
      otp_auth_enabled: true,
      requires_totp_mfa: true,
    });
    expect(response.body).toEqual((await as.client("GET /users/me")).body);
    expect(response.body).not.toHaveProperty("server_metadata");
    await expectFlatRowToFollow(p, user.id);
  });

  it("400 for an authenticator app that the project does not offer; who has one keeps it, and a server may give one", async () => {
    const p = await project({ "auth.totp.allowSetUp": false });
    const { user, as } = await signedIn(p);
    const body = { totp_secret_base64: "c2VjcmV0" };
    const refused = await as.client("PATCH /users/me", { body });
    expectPlainError(refused, 400, "Authenticator apps are switched off in this project.");
    const given = await p.server("PATCH /users/{user_id}", { params: { user_id: user.id }, body });
    expect(given.body).toMatchObject({ requires_totp_mfa: true });
    const renamed = await as.client("PATCH /users/me", { body: { display_name: "Ada" } });
    expect(renamed.body).toMatchObject({ display_name: "Ada", requires_totp_mfa: true });
    const removed = await as.client("PATCH /users/me", { body: { totp_secret_base64: null } });
    expect(removed.body).toMatchObject({ requires_totp_mfa: false });
  });

  it("200 at server tier with a user token: all server fields may be written", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    const { body } = await as.server("PATCH /users/me", { body: { server_metadata: 1, primary_email: "a@b.example" } });
    expect(body).toMatchObject({ server_metadata: 1, primary_email: "a@b.example" });
  });

  // Attack: write what only the customer's backend may write, from a browser.
  it.each([
    "server_metadata",
    "client_read_only_metadata",
    "primary_email_verified",
    "primary_email_auth_enabled",
    "restricted_by_admin",
    "password",
    "password_hash",
    "is_anonymous",
    "id",
  ])("400 SCHEMA_ERROR when a client sends %s", async (field) => {
    const p = await project();
    const { as } = await signedIn(p);
    const response = await as.client("PATCH /users/me", { body: { [field]: null } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(`body contains unknown properties: ${field}`);
  });

  // Attack: run a script, or report every viewer to a third party, through a profile image.
  it.each([
    "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "javascript:alert(1)",
    "https://tracker.example/pixel.png",
  ])("400 plain when a client sets the image %s", async (profile_image_url) => {
    const p = await project();
    const { as } = await signedIn(p);
    const response = await as.client("PATCH /users/me", { body: { profile_image_url } });
    expectPlainError(response, 400, "Invalid profile image URL");
  });

  it("200 for an image of as many characters as the limit, and 400 SCHEMA_ERROR, which names it, for one of more", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    // Base64 comes in groups of four characters: these are as many as fit into 1,000,000 with what is before them.
    const image = onePixelPng.replace(/=*$/, "").padEnd(999_998, "A");
    const setting = (profile_image_url: string) => as.client("PATCH /users/me", { body: { profile_image_url } });
    expect((await setting(image)).status).toBe(200);
    const refused = await setting(`${image}AAAA`);
    expectError(refused, 400, "SCHEMA_ERROR");
    expect(refused.body.error).toContain("body.profile_image_url must be at most 1000000 characters");
  });

  it("400 plain for a data URL with the type of a PNG and the bytes of a document", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    const profile_image_url = `data:image/png;base64,${btoa("<svg xmlns='http://www.w3.org/2000/svg'/>")}`;
    const response = await as.client("PATCH /users/me", { body: { profile_image_url } });
    expectPlainError(
      response,
      400,
      "Image type image/svg+xml is not allowed. Allowed types: image/jpeg, image/png, image/webp, image/gif",
    );
  });

  it("200 stores an uploaded image and gives its address; null clears it; servers may keep an address", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    const { body } = await as.client("PATCH /users/me", { body: { profile_image_url: onePixelPng } });
    expect(body.profile_image_url).toMatch(/^http:\/\/localhost:8787\/images\/[0-9a-f]{64}\.png$/);
    expect((await exports.default.fetch(body.profile_image_url)).headers.get("content-type")).toBe("image/png");
    const cleared = await as.client("PATCH /users/me", { body: { profile_image_url: null } });
    expect(cleared.body.profile_image_url).toBeNull();
    const kept = await as.server("PATCH /users/me", { body: { profile_image_url: "https://a.example/b.png" } });
    expect(kept.body.profile_image_url).toBe("https://a.example/b.png");
  });

  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a team of another user", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const team_id = await teamOf(p, (await create(p)).id);
    const response = await as.client("PATCH /users/me", { body: { selected_team_id: team_id } });
    expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: user.id });
  });

  it("409 USER_EMAIL_ALREADY_EXISTS at server tier", async () => {
    const p = await project();
    await create(p, { primary_email: "ada@example.com", primary_email_auth_enabled: true });
    const { as } = await signedIn(p);
    const body = { primary_email: "ada@example.com", primary_email_auth_enabled: true };
    expectError(await as.server("PATCH /users/me", { body }), 409, "USER_EMAIL_ALREADY_EXISTS");
  });
});

describe("DELETE /users/me", () => {
  it("400 plain for clients where the project does not allow it, signed in or not", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    for (const caller of [p.client, as.client]) {
      const response = await caller("DELETE /users/me");
      expectPlainError(response, 400, "Client user deletion is not enabled for this project");
    }
    expect((await as.server("DELETE /users/me")).body).toEqual({ success: true });
  });

  it("200 for a client where the project allows it: the user is deleted, and its token stops working", async () => {
    const p = await project({ "users.allowClientUserDeletion": true });
    const { user, as } = await signedIn(p);
    expect((await as.client("DELETE /users/me")).body).toEqual({ success: true });
    expectError(await as.client("DELETE /users/me"), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    expectError(await p.server("GET /users/{user_id}", { params: { user_id: user.id } }), 404, "USER_NOT_FOUND");
  });
});
