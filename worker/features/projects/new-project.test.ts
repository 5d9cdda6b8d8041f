import { afterEach, describe, expect, it } from "vitest";
import { basic, clients } from "../../testing/integration-clients";
import { stepOf } from "../../testing/jobs";
import { owner } from "../../testing/owner";
import { expectPlainError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { watchStorage } from "../usage/jobs";

const full = { SHARD_STORAGE_MIB: "1" };

afterEach(async () => {
  await stepOf(watchStorage);
});

describe("a new project for which there is no room", () => {
  // Evidence: tight-databases-take-no-projects
  it("413 for another project once all databases are tight, from an owner and from a partner; 201 once one is not", async () => {
    // Attack: an owner whose projects are full makes new ones, each of which would get a share of what is left.
    const me = await owner();
    const create = () =>
      me.client("POST /internal/projects", { body: { display_name: "Acme", owner_team_id: me.teamId } });
    const provision = () =>
      sendRequest("POST /integrations/custom/projects/provision", {
        headers: basic(clients.acme),
        body: { display_name: "Acme" },
      });
    await stepOf(watchStorage, full);
    const responses = [await create(), await provision()];
    await stepOf(watchStorage);
    const text = "The instance has no room for another project. Please ask its operator to add a database.";
    for (const response of responses) expectPlainError(response, 413, text);
    expect((await create()).status).toBe(201);
    expect((await provision()).status).toBe(200);
  });
});
