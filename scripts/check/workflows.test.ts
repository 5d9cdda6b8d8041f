import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";
import config from "../../vitest.config";
import { REPOSITORY } from "../platform/wrangler";

const workflow = readFileSync(path.join(REPOSITORY, ".github/workflows/test.yml"), "utf8");
const jobs = workflow.slice(workflow.indexOf("\njobs:")).split(/\n(?= {2}\w+:\n)/);

const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === "object" && "test" in project ? [String(project.test?.name)] : [],
);

describe("the workflow of the gate", () => {
  it("runs each project of the tests once, whole or in all its shards", ({ expect }) => {
    const parts = [...workflow.matchAll(/npm run vitest -- (.+?) \}/g)].flatMap(([, options = ""]) => {
      const [, shard = "1/1"] = /--shard=(\S+)/.exec(options) ?? [];
      return [...options.matchAll(/--project (\w+)/g)].map(([, project]) => ({ project, shard }));
    });
    const run = Map.groupBy(parts, ({ project }) => project);
    expect([...run.keys()].toSorted()).toEqual(projects.toSorted());
    for (const shards of run.values()) {
      const count = shards.length;
      expect(shards.map(({ shard }) => shard)).toEqual(shards.map((_, index) => `${index + 1}/${count}`));
    }
  });

  it("has a budget where the whole of it runs on two processors, and nowhere else", ({ expect }) => {
    const withBudget = jobs.filter((job) => job.includes('CI_BUDGET: "on"'));
    expect(withBudget).toHaveLength(1);
    expect(withBudget[0]).toMatch(/ {6}- run: taskset --cpu-list 0,1 npm test\n$/);
  });
});
