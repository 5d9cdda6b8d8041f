import { readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { sealOf, unknownSeal } from "../../worker/platform/sealing";
import { countDeployed, countLocally, reportSeals } from "../seals";

const secrets = { SERVER_SECRET: "current", SERVER_SECRET_PREVIOUS: "previous" };
const [current, previous] = [await sealOf("current"), await sealOf("previous")];

describe("npm run seals", () => {
  it("counts per kind and secret, and keeps the previous one while a value needs it", async ({ expect }) => {
    const counts = [
      { kind: "authenticator apps", seal: current, count: 120 },
      { kind: "authenticator apps", seal: previous, count: 3 },
      { kind: "provider tokens", seal: "sealed:v1:AAAAAAAAAAAA", count: 1 },
      { kind: "provider tokens", seal: unknownSeal, count: 2 },
    ];
    expect((await reportSeals(counts, secrets)).split("\n")).toEqual([
      "authenticator apps: 120 under SERVER_SECRET",
      "authenticator apps: 3 under SERVER_SECRET_PREVIOUS",
      "provider tokens: 1 that do not name their key",
      "provider tokens: 2 that no configured secret opens, to be entered anew",
      "",
      "Keep SERVER_SECRET_PREVIOUS: 4 values are not under SERVER_SECRET yet.",
    ]);
  });

  it("says when the previous secret can go, which values that no secret opens do not delay", async ({ expect }) => {
    const counts = [
      { kind: "projects with secrets", seal: current, count: 7 },
      { kind: "projects with secrets", seal: unknownSeal, count: 1 },
    ];
    expect(await reportSeals(counts, secrets)).toContain("\n\nNothing sealed needs SERVER_SECRET_PREVIOUS any more.");
    expect(await reportSeals([], secrets)).toMatch(/^Nothing is sealed\.\n\nNothing sealed needs/);
    expect(await reportSeals(counts, { SERVER_SECRET: "current" })).toContain("Everything is under SERVER_SECRET.");
  });

  it("judges nothing on a machine without the secrets", async ({ expect }) => {
    const report = await reportSeals([{ kind: "provider tokens", seal: current, count: 7 }], {});
    const keyId = current.slice("sealed:v2:".length);
    expect(report).toContain(`provider tokens: 7 under the key ${keyId}, whose secret is not on this machine`);
    expect(report).toContain("Set SERVER_SECRET and SERVER_SECRET_PREVIOUS as they are deployed");
    expect(report).not.toContain("any more");
  });

  it("reads the local database, or the deployed one that it finds by its name and never makes", async ({ expect }) => {
    const rows = [{ kind: "provider tokens", seal: current, count: 7 }];
    const commands: string[][] = [];
    const wrangler = (databases: object[]) => async (args: string[]) => {
      commands.push(args);
      if (args[1] === "list") return JSON.stringify(databases);
      const config = args[args.indexOf("--config") + 1];
      if (args.includes("--remote")) commands.push([readFileSync(config ?? "", "utf8")]);
      return JSON.stringify([{ results: rows, success: true }]);
    };
    expect(await countLocally(wrangler([]), "/data")).toEqual(rows);
    expect(commands.at(-1)?.slice(-3)).toEqual(["--local", "--persist-to", "/data"]);
    expect(await countDeployed(wrangler([{ name: "gatehouse", uuid: "id-of-it" }]))).toEqual(rows);
    expect(JSON.parse(commands.at(-1)?.[0] ?? "")).toMatchObject({
      d1_databases: [{ binding: "DB", database_id: "id-of-it" }],
    });
    await expect(countDeployed(wrangler([]))).rejects.toThrow("The account has no D1 database gatehouse");
    expect(commands.some((args) => args.includes("create"))).toBe(false);
  });
});
