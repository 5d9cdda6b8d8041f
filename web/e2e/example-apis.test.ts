import { describe, expect, it } from "vitest";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { typeErrors } from "./harness/fresh-app";
import { startExample } from "./harness/start-example";

const suite = startProject({ clientTeamCreationEnabled: true });

describe.each(["express", "hono-workers"])("the example %s", (name) => {
  it("has the signed-in user of a request, and refuses a request without one", async () => {
    const { url, folder } = await startExample(suite, name);
    expect(await typeErrors(folder)).toBe("");
    const { user, email } = await signUp(suite.project.clientApp());
    const team = await user.createTeam({ displayName: "Compilers" });
    const headers = await user.getAuthHeaders();
    const read = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).json();
    expect(await read("/me", { headers })).toEqual({ id: user.id, displayName: null, primaryEmail: email });
    expect(await read("/teams", { headers })).toContainEqual({ id: team.id, displayName: "Compilers" });
    for (const path of ["/me", "/teams"]) {
      expect((await fetch(url + path)).status).toBe(401);
      expect(await read(path)).toMatchObject({ code: "USER_AUTHENTICATION_REQUIRED" });
    }
  });
});
