import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../../db/audit/schema";
import { teams } from "../../../db/teams/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { newId } from "../../../platform/secrets";
import { basic, clients, type TestClient } from "../../../testing/integration-clients";
import { owner } from "../../../testing/owner";
import { db, internalProject, project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { togetherOrApart } from "../../../testing/shards";
import { clientOf, families, ownerTeamOf, provisioned, transferCode } from "../integrations.fixtures";

const once = "Note that projects can only be transferred once.";
const refusal = {
  custom: `This project either doesn't exist or the current external project is not authorized to transfer it. ${once}`,
  neon: `This project either doesn't exist or the current Neon client is not authorized to transfer it. ${once}`,
};

const unknownCode = "0".repeat(45);

describe.each(families)("the transfer of a project of %s", (family) => {
  const base = `/integrations/${family}/projects/transfer` as const;
  const client = clientOf[family];
  const check = (projectId: string, as: TestClient = client) =>
    sendRequest(`GET ${base}`, { headers: basic(as), query: { project_id: projectId } });
  const begin = (projectId: string, as: TestClient = client) =>
    sendRequest(`POST ${base}`, { headers: basic(as), body: { project_id: projectId } });
  const confirm = `POST ${base}/confirm` as const;
  const checkCode = `POST ${base}/confirm/check` as const;

  describe(`GET and POST ${base}`, () => {
    it("200 for a project that the client has made and no team owns yet", async () => {
      const { id } = await provisioned(client);
      const response = await check(id);
      expect([response.status, response.body, response.cost.d1]).toEqual([
        200,
        { message: expect.any(String) },
        togetherOrApart(1, 2),
      ]);
    });

    it.each([`POST ${base}`, `POST ${base}/initiate`] as const)(
      "200 by %s with the address of a page, for an hour",
      async (key) => {
        const { id } = await provisioned(client);
        const response = await sendRequest(key, { headers: basic(client), body: { project_id: id } });
        expect([response.status, response.cost.d1]).toEqual([200, togetherOrApart(2, 3)]);
        const url = new URL(response.body.confirmation_url);
        expect(url.origin + url.pathname).toBe(
          `http://localhost:5173/integrations/${family}/projects/transfer/confirm`,
        );
        const code = url.searchParams.get("code") ?? "";
        expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
        const [codes] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.subject, id))]);
        expect(codes).toHaveLength(1);
        expect(JSON.stringify(codes)).not.toContain(code);
        expect((codes[0]?.expiresAt ?? 0) - (codes[0]?.createdAt ?? 0)).toBe(60 * 60 * 1000);
      },
    );

    // Evidence: text-letter-what-client-has-made
    it("400 as text, to the letter, for what the client has not made", async () => {
      // Attack: a partner hands over, to itself, the project of another one, or one that owners have made.
      const foreign = await provisioned(family === "custom" ? clients.globex : clients.acme);
      const ids = [foreign.id, (await project()).id, "internal", newId(), "x"];
      for (const id of ids) {
        expectPlainError(await check(id), 400, refusal[family]);
        expectPlainError(await begin(id), 400, refusal[family]);
      }
    });

    it("400 as text once it has been handed over, and once it is deleted", async () => {
      // Attack: a partner takes a project back from its owner.
      const [{ id }, me] = [await provisioned(client), await owner()];
      await me.client(confirm, { body: { code: await transferCode(id, client) } });
      const deleted = await provisioned(client);
      expect((await deleted.admin("DELETE /internal/projects/current")).status).toBe(200);
      for (const gone of [id, deleted.id]) {
        expectPlainError(await check(gone), 400, refusal[family]);
        expectPlainError(await begin(gone), 400, refusal[family]);
      }
    });
  });

  describe(checkCode, () => {
    it("200 with the project and the partner, as often as it is asked", async () => {
      const { id } = await provisioned(client);
      const code = await transferCode(id, client);
      for (let times = 0; times < 25; times++) {
        const response = await internalProject().client(checkCode, { body: { code } });
        expect([response.status, response.body, response.cost.d1]).toEqual([
          200,
          { is_code_valid: true, project: { id, display_name: "Shop" }, integration: { name: client.name } },
          togetherOrApart(3, 4),
        ]);
      }
    });

    it("200 with a name that fits on a line and reads as it is written", async () => {
      // Attack: a partner's customer names a project so that the rest of the sentence on the page is turned around, or pushed away.
      const { id } = await provisioned(client, `\u202Edetsurt ${"x".repeat(300)}`);
      const code = await transferCode(id, client);
      const { display_name } = (await internalProject().client(checkCode, { body: { code } })).body.project;
      expect(display_name).toMatch(/^detsurt x+…$/);
      expect(display_name.length).toBeLessThanOrEqual(100);
    });

    it("401 EXPECTED_INTERNAL_PROJECT on another project", async () => {
      const p = await project();
      expectError(await p.client(checkCode, { body: { code: unknownCode } }), 401, "EXPECTED_INTERNAL_PROJECT");
    });
  });

  describe(confirm, () => {
    it("200: a new team of the user's owns the project, which they administer; the partner's key stays", async () => {
      const [{ id, admin }, me] = [await provisioned(client), await owner()];
      const code = await transferCode(id, client);
      const response = await me.client(confirm, { body: { code } });
      expect([response.status, response.body, response.cost.d1]).toEqual([
        200,
        { project_id: id },
        togetherOrApart(5, 7),
      ]);
      const teamId = String(await ownerTeamOf(id));
      expect(teamId).not.toBe(me.teamId);
      const { items } = (await me.client("GET /teams", { query: { user_id: "me" } })).body;
      expect(items).toContainEqual(expect.objectContaining({ id: teamId, display_name: "Shop Team" }));
      const owned = (await me.client("GET /internal/projects")).body.items;
      expect(owned).toMatchObject([{ id, owner_team_id: teamId }]);
      expect((await admin("GET /internal/projects/current")).status).toBe(200);
      // As its admin: they can transfer it on.
      const onward = { project_id: id, new_team_id: me.teamId };
      expect((await me.client("POST /internal/projects/transfer", { body: onward })).status).toBe(200);
    });

    it("200 with a team that the user is in", async () => {
      const [{ id }, me] = [await provisioned(client), await owner()];
      const body = { code: await transferCode(id, client), team_id: me.teamId };
      const before = (await me.client("GET /teams", { query: { user_id: "me" } })).body.items;
      expect((await me.client(confirm, { body })).status).toBe(200);
      expect(await ownerTeamOf(id)).toBe(me.teamId);
      expect((await me.client("GET /teams", { query: { user_id: "me" } })).body.items).toEqual(before);
    });

    it("200, recorded with the client and the team in both logs", async () => {
      const [{ id }, me] = [await provisioned(client), await owner()];
      await me.client(confirm, { body: { code: await transferCode(id, client), team_id: me.teamId } });
      const isIt = and(eq(auditEvents.type, "integration.transferred"), eq(auditEvents.targetId, id));
      const [events] = await db.batch([db.select().from(auditEvents).where(isIt)]);
      expect(events.map(({ projectId }) => projectId).toSorted()).toEqual([id, "internal"].toSorted());
      const details = { client_id: client.id, to_team_id: me.teamId };
      for (const event of events) expect(event).toMatchObject({ actorType: "owner", actorId: me.userId, details });
    });

    it("404 TEAM_MEMBERSHIP_NOT_FOUND for a team of others, with the code unused", async () => {
      // Attack: a project is put on strangers, who would answer for what it stores.
      const [{ id }, me, other] = [await provisioned(client), await owner(), await owner()];
      const code = await transferCode(id, client);
      for (const team_id of [other.teamId, newId()]) {
        const details = { team_id, user_id: me.userId };
        expectError(await me.client(confirm, { body: { code, team_id } }), 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
      }
      expect(await ownerTeamOf(id)).toBeNull();
      expect((await me.client(confirm, { body: { code } })).status).toBe(200);
    });

    it("400 SCHEMA_ERROR without a user; 401 EXPECTED_INTERNAL_PROJECT for a user of another project", async () => {
      // Attack: a code that was seen in an address is used without an account, or as a user of the attacker's own project.
      const [{ id }, p] = [await provisioned(client), await project()];
      const code = await transferCode(id, client);
      expectError(await internalProject().client(confirm, { body: { code } }), 400, "SCHEMA_ERROR");
      const { body: user } = await p.server("POST /users", { body: {} });
      const { body: session } = await p.server("POST /auth/sessions", { body: { user_id: user.id } });
      expectError(await p.as(session).client(confirm, { body: { code } }), 401, "EXPECTED_INTERNAL_PROJECT");
      expect(await ownerTeamOf(id)).toBeNull();
    });

    it("VERIFICATION_CODE_NOT_FOUND for an unknown code, and for one of the other family", async () => {
      const [{ id }, me] = [await provisioned(client), await owner()];
      const code = await transferCode(id, client);
      const other = family === "custom" ? "neon" : "custom";
      for (const key of [checkCode, confirm]) {
        expectError(await me.client(key, { body: { code: unknownCode } }), 404, "VERIFICATION_CODE_NOT_FOUND");
        const mixedUp = key.replace(family, other) as typeof key;
        expectError(await me.client(mixedUp, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
      }
    });

    it("VERIFICATION_CODE_NOT_FOUND once the operator has removed the client", async () => {
      // Attack: a partner with whom the operator has ended the contract still hands projects over.
      const [{ id }, me] = [await provisioned(client), await owner()];
      const code = await transferCode(id, client);
      const settings = { INTEGRATION_CLIENTS: "[]" };
      for (const key of [checkCode, confirm]) {
        expectError(await me.client(key, { body: { code }, settings }), 404, "VERIFICATION_CODE_NOT_FOUND");
      }
    });

    it("VERIFICATION_CODE_EXPIRED after an hour", async () => {
      const [{ id }, me] = [await provisioned(client), await owner()];
      const code = await transferCode(id, client);
      await db.batch([db.update(verificationCodes).set({ expiresAt: 1 }).where(eq(verificationCodes.subject, id))]);
      for (const key of [checkCode, confirm]) {
        expectError(await me.client(key, { body: { code } }), 400, "VERIFICATION_CODE_EXPIRED");
      }
    });

    // Evidence: replay-other-code-project
    it("409 VERIFICATION_CODE_ALREADY_USED for a replay, and 409 with what has happened for every other code", async () => {
      // Attack: a link is used again, by someone who finds it in a history, to take the project from its owner.
      const [{ id }, me, thief] = [await provisioned(client), await owner(), await owner()];
      const codes = [await transferCode(id, client), await transferCode(id, client)] as const;
      expect((await me.client(confirm, { body: { code: codes[0], team_id: me.teamId } })).status).toBe(200);
      for (const key of [confirm, checkCode] as const) {
        expectError(await thief.client(key, { body: { code: codes[0] } }), 409, "VERIFICATION_CODE_ALREADY_USED");
        const other = await thief.client(key, { body: { code: codes[1] } });
        expectPlainError(other, 409, "This project has already been transferred, or does not exist any more.");
      }
      expect(await ownerTeamOf(id)).toBe(me.teamId);
    });

    it("200 to one of many at once, with one code and with several: one owner, and no team for nothing", async () => {
      // Race: two people follow links to one project.
      const [{ id }, first, second] = [await provisioned(client), await owner(), await owner()];
      const codes = [await transferCode(id, client), await transferCode(id, client)];
      const all = [first, second].flatMap((each) => codes.map((code) => each.client(confirm, { body: { code } })));
      const responses = await Promise.all(all);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const named = and(eq(teams.projectId, "internal"), eq(teams.id, String(await ownerTeamOf(id))));
      expect((await db.batch([db.select().from(teams).where(named)]))[0]).toHaveLength(1);
      const lists = await Promise.all(
        [first, second].map((each) => each.client("GET /teams", { query: { user_id: "me" } })),
      );
      expect(lists.flatMap(({ body }) => body.items)).toHaveLength(3);
    });
  });
});
