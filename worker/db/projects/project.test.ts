import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { readSettings } from "../../platform/env";
import { project } from "../../testing/project";
import { readProject } from "./project";
import type { ProjectRow } from "./queries";

const settings = readSettings(env);

function row(projectId: string, override: Record<string, unknown>): Omit<ProjectRow, "configSeal"> {
  return {
    projectId,
    displayName: "Test project",
    description: "",
    logoUrl: null,
    fullLogoUrl: null,
    isProductionMode: false,
    ownerTeamId: null,
    createdAt: 0,
    configOverride: JSON.stringify(override),
  };
}

it("one version of a project's configuration is rendered once for all requests", () => {
  const read = () => readProject(row("rendered-once", { "auth.allowSignUp": false }), settings);
  expect(read().config).toBe(read().config);
});

it("a change of the configuration holds from the next request on, and so does its reversal", async () => {
  const p = await project();
  for (const isAllowed of [false, true, false]) {
    const body = { config_override_string: JSON.stringify({ "auth.allowSignUp": isAllowed }) };
    await p.admin("PATCH /internal/config/override", { body });
    const { body: read } = await p.client("GET /projects/current");
    expect(read.config.sign_up_enabled).toBe(isAllowed);
  }
});

it("the internal project's configuration is that of the settings it is read with", () => {
  const elsewhere = readSettings({ ...env, WEB_URL: "https://elsewhere.example" });
  const siteOf = (of: typeof settings) => {
    const { trustedDomains } = readProject(row("internal", {}), of).config.domains;
    return Object.values(trustedDomains).map(({ baseUrl }) => baseUrl);
  };
  expect([siteOf(settings), siteOf(elsewhere)]).toEqual([[settings.webUrl], ["https://elsewhere.example"]]);
});

// Attack: requests to two projects in turn, so that one is served with the other's configuration.
it("each of two projects reads as itself, whichever was read before", async () => {
  const [p, other] = [await project({ "auth.allowSignUp": false }), await project()];
  for (let round = 0; round < 2; round++) {
    const [mine, theirs] = await Promise.all([
      p.client("GET /projects/current"),
      other.client("GET /projects/current"),
    ]);
    expect([mine.body.id, mine.body.config.sign_up_enabled]).toEqual([p.id, false]);
    expect([theirs.body.id, theirs.body.config.sign_up_enabled]).toEqual([other.id, true]);
  }
});
