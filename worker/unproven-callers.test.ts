import { beforeAll, expect, it } from "vitest";
import { passkeys } from "./db/users/schema";
import { hashSecret, newId, newProjectKey } from "./platform/secrets";
import type { EndpointKey } from "./protocol/endpoint";
import { rows } from "./testing/access-matrix";
import { newKey } from "./testing/access-matrix/inputs";
import { newScenario, type Scenario } from "./testing/access-matrix/scenario";
import { freshAddress } from "./testing/mailbox";
import { db, tierHeaders } from "./testing/project";
import { type RequestInput, sendRequest } from "./testing/send-request";
import { accessToken } from "./testing/tokens";

/** Two scenarios alike, but that one has more of everything that is listed. */
let short: Targeted;
let long: Targeted;

beforeAll(async () => {
  const [scenario, longer] = [await newScenario(), await newScenario()];
  await makeListsLonger(longer);
  short = { ...scenario, callers: await callersOf(scenario) };
  long = { ...longer, callers: await callersOf(longer) };
}, 60_000);

// Evidence: wrong-key-owner-s-token-another
// Attack: a stranger who has only a project's id requests lists with wrong keys. Each request makes the database read the whole list.
it.each(rows)(
  "$key with a wrong key, or an owner's token of another project, reads no more rows of lists that are longer",
  async ({ key, input }) => {
    expect(await costs(long, key, await input(long))).toEqual(await costs(short, key, await input(short)));
  },
);

it("200 with the right key reads more rows of lists that are longer", async () => {
  const costOf = async ({ project }: Scenario) => (await project.server("GET /users", {})).cost.rowsRead;
  expect(await costOf(long)).toBeGreaterThan(await costOf(short));
});

it.each(["a", "ab", "abc"])(
  "401 INVALID_SECRET_SERVER_KEY for a search for %j with a wrong key, which reads no users",
  async (query) => {
    const { project } = await newScenario();
    const headers = tierHeaders(project.id, "server", newProjectKey("ssk"));
    const response = await sendRequest("GET /users", { query: { query }, headers });
    expect({ status: response.status, code: response.body.code }).toEqual({
      status: 401,
      code: "INVALID_SECRET_SERVER_KEY",
    });
    expect(response.cost.rowsRead).toBeLessThanOrEqual(2);
  },
);

/** A scenario with the headers of those who prove nothing of it. */
interface Targeted extends Scenario {
  callers: Record<string, Record<string, string>>;
}

/** Callers with a wrong key of each tier, and with an owner's token of another project. */
async function callersOf({ project, user, team }: Scenario): Promise<Targeted["callers"]> {
  const token = await accessToken(project.id, user.id);
  const holdersToken = await accessToken(project.id, team.holderId);
  const strangersToken = await accessToken("internal", newId());
  return {
    client: { ...tierHeaders(project.id, "client", newProjectKey("pck")), "x-stack-access-token": token },
    holder: { ...tierHeaders(project.id, "client", newProjectKey("pck")), "x-stack-access-token": holdersToken },
    admin: tierHeaders(project.id, "admin", newProjectKey("sak")),
    owner: {
      "x-stack-project-id": project.id,
      "x-stack-access-type": "admin",
      "x-stack-admin-access-token": strangersToken,
    },
  };
}

/** The rows that a request of each caller reads in vain. */
async function costs({ callers }: Targeted, key: EndpointKey, input: RequestInput) {
  const found: [string, number][] = [];
  for (const [name, headers] of Object.entries(callers)) {
    const response = await sendRequest(key, { ...input, headers: { ...input.headers, ...headers } });
    expect([400, 401, 404]).toContain(response.status);
    found.push([name, response.cost.rowsRead]);
  }
  return Object.fromEntries(found);
}

/** Five more of everything that is listed. */
async function makeListsLonger({ project, user, team }: Scenario): Promise<void> {
  const { server, admin } = project;
  const now = Date.now();
  for (let count = 0; count < 5; count++) {
    const email = freshAddress();
    await server("POST /users", { body: { display_name: `Person ${count}`, primary_email: email } });
    const { body: another } = await server("POST /teams", { body: { display_name: "Another" } });
    await server("POST /team-memberships/{team_id}/{user_id}", {
      params: { team_id: another.id, user_id: user.id },
      body: {},
    });
    await server("POST /contact-channels", {
      body: { user_id: user.id, type: "email", value: freshAddress(), used_for_auth: false },
    });
    await server("POST /oauth-providers", {
      body: {
        user_id: user.id,
        provider_config_id: "google",
        account_id: String(count),
        allow_sign_in: false,
        allow_connected_accounts: false,
      },
    });
    await server("POST /auth/sessions", { body: { user_id: user.id } });
    await server("POST /user-api-keys", { body: { user_id: user.id, ...newKey } });
    await server("POST /team-api-keys", { body: { team_id: team.id, ...newKey } });
    await admin("POST /internal/api-keys", {
      body: {
        description: "More",
        expires_at_millis: now + 60_000,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      },
    });
    for (const [scope, userId] of [
      ["team", team.holderId],
      ["project", user.id],
    ] as const) {
      const permission = `${scope}_${count}`;
      await admin(`POST /${scope}-permission-definitions`, { body: { id: permission } });
      await server(
        scope === "team"
          ? "POST /team-permissions/{team_id}/{user_id}/{permission_id}"
          : "POST /project-permissions/{user_id}/{permission_id}",
        { params: { team_id: team.id, user_id: userId, permission_id: permission }, body: {} },
      );
    }
    await server("POST /team-invitations/send-code", {
      body: { team_id: team.id, email, callback_url: "http://localhost:3000/join" },
    });
    await db.batch([
      db.insert(passkeys).values({
        projectId: project.id,
        userId: user.id,
        credentialId: await hashSecret(`${count}`),
        rpId: "localhost",
        publicKey: "x",
        signCount: 0,
        isBackupEligible: false,
        createdAt: now,
      }),
    ]);
  }
}
