import { describe, expect, it } from "vitest";
import { newId } from "../../platform/secrets";
import { project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { bareUser } from "../../testing/tokens";
import { clientTeams, join, onePixel, onePixelUrl, svg, teamIn, userOf } from "../teams/teams.fixtures";

const one = "GET /team-member-profiles/{team_id}/{user_id}";
const update = "PATCH /team-member-profiles/{team_id}/{user_id}";

describe(update, () => {
  // Attack: a member shows the others an image of their own host, which then sees who views it, and when.
  it("400 for a client that links to an image elsewhere; servers may", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const team = await teamIn(p);
    await join(p, team.id, user.id);
    const body = { profile_image_url: "https://tracker.example/pixel.png" };
    const refused = await user.client(update, { params: { team_id: team.id, user_id: "me" }, body });
    expectPlainError(refused, 400, "Invalid profile image URL");
    const params = { team_id: team.id, user_id: user.id };
    expect((await p.server(update, { params, body })).body).toMatchObject(body);
  });

  it("200 for a member: a name and an image for this team alone; null shows the user's own image again", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const own = { display_name: "Ada", profile_image_url: "https://images.example/ada.png" };
    await p.server("PATCH /users/{user_id}", { params: { user_id: user.id }, body: own });
    const [team, other] = [await teamIn(p), await teamIn(p)];
    for (const { id } of [team, other]) await join(p, id, user.id);
    const params = { team_id: team.id, user_id: "me" };
    const ids = { team_id: team.id, user_id: user.id };
    const named = await user.client(update, { params, body: { display_name: "Captain" } });
    expect([named.status, named.body, named.cost.d1]).toEqual([200, { ...ids, ...own, display_name: "Captain" }, 2]);
    const drawn = await user.client(update, { params, body: { profile_image_url: onePixel } });
    expect(drawn.body).toEqual({ ...ids, display_name: "Captain", profile_image_url: onePixelUrl });
    const cleared = await user.client(update, { params, body: { display_name: "", profile_image_url: null } });
    expect(cleared.body).toEqual({ ...ids, ...own, display_name: "" });
    expect((await user.client(one, { params })).body).toEqual(cleared.body);
    const elsewhere = await user.client(one, { params: { team_id: other.id, user_id: "me" } });
    expect(elsewhere.body).toMatchObject(own);
    expect((await user.client("GET /users/me")).body).toMatchObject(own);
  });

  it("200 with the profile as it is for an empty body, which writes nothing", async () => {
    const p = await project();
    const user = await userOf(p);
    const team = await teamIn(p, { creator_user_id: user.id });
    const response = await user.client(update, { params: { team_id: team.id, user_id: "me" }, body: {} });
    expect([response.status, response.body.display_name, response.cost.rowsWritten]).toEqual([200, null, 0]);
  });

  it("200 for a server: any member's, with the user in the response, and an image on another host", async () => {
    const p = await project();
    const user_id = await bareUser(p.id, { displayName: "Ada" });
    const team = await teamIn(p, { creator_user_id: user_id });
    const body = { profile_image_url: "https://images.example/captain.png" };
    const response = await p.server(update, { params: { team_id: team.id, user_id }, body });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      ...body,
      display_name: "Ada",
      user: { id: user_id, profile_image_url: null },
    });
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user", async () => {
    const p = await project();
    const response = await p.client(update, { params: { team_id: newId(), user_id: newId() }, body: {} });
    expectError(response, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("attack: a client names another user, whatever its permissions, 403 as text", async () => {
    const p = await project(clientTeams);
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    const team = await teamIn(p);
    await join(p, team.id, user.id, ["admin", "$read_members", "$remove_members"]);
    await join(p, team.id, other);
    for (const user_id of [other, newId()]) {
      const input = { params: { team_id: team.id, user_id }, body: { display_name: "Fool" } };
      expectPlainError(await user.client(update, input), 403, "Cannot update another user's profile");
    }
    const profile = await p.server(one, { params: { team_id: team.id, user_id: other } });
    expect(profile.body.display_name).toBe(null);
  });

  it("404 USER_NOT_FOUND for an unknown user, TEAM_MEMBERSHIP_NOT_FOUND for a user who is no member", async () => {
    const [p, other] = [await project(), await project()];
    const [user, elsewhere] = [await userOf(p), await teamIn(other)];
    const team = await teamIn(p);
    const send = (request: typeof p.server, team_id: string, user_id: string) =>
      request(update, { params: { team_id, user_id }, body: { display_name: "Captain" } });
    expectError(await send(p.server, team.id, newId()), 404, "USER_NOT_FOUND");
    for (const team_id of [team.id, elsewhere.id, newId()]) {
      for (const request of [p.server, user.client]) {
        const details = { team_id, user_id: user.id };
        expectError(await send(request, team_id, user.id), 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
      }
    }
  });

  it("400 as text for what is not an image", async () => {
    const p = await project();
    const user = await userOf(p);
    const team = await teamIn(p, { creator_user_id: user.id });
    const send = (profile_image_url: string) =>
      user.client(update, { params: { team_id: team.id, user_id: "me" }, body: { profile_image_url } });
    expectPlainError(await send(svg), 400, "Invalid profile image URL");
    expectPlainError(await send("javascript:alert(1)"), 400, "Invalid profile image URL");
    expectPlainError(await send("data:image/png;base64,AAAA"), 400, "Invalid image format or corrupted image data");
  });

  it("400 SCHEMA_ERROR for null in place of a name, a name that is too long, and unknown fields", async () => {
    const p = await project();
    const user = await userOf(p);
    const params = { team_id: newId(), user_id: user.id };
    expectError(await user.client(update, { params, body: { display_name: null, user: {} } }), 400, "SCHEMA_ERROR", {
      message: [
        `Request validation failed on PATCH /api/v1/team-member-profiles/${params.team_id}/${user.id}:`,
        "  - body.display_name cannot be null",
        "  - body contains unknown properties: user",
      ].join("\n"),
    });
    const long = await user.client(update, { params, body: { display_name: "x".repeat(100_001) } });
    expectError(long, 400, "SCHEMA_ERROR");
    expect(long.body.error).toContain("\n  - body.display_name must be at most 100000 characters");
  });
});
