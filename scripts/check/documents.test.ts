import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import config from "../../vitest.config";
import { paymentEvents, subscriptionEvents } from "../../worker/features/payments/stripe/event-types";
import { REPOSITORY } from "../platform/wrangler";

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), "utf8");
const pages = globSync(["*.md", "docs/**/*.md", "{web,worker}/**/README.md"], {
  cwd: REPOSITORY,
  exclude: ["**/node_modules/**", "**/dist/**"],
});

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? from : path.join(path.dirname(from), file);
  if (!existsSync(path.join(REPOSITORY, target))) return false;
  if (anchor === undefined) return true;
  return [...read(target).matchAll(/^#+ (.*)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor);
}

describe("the pages of the repository", () => {
  it("have no link to a file or heading that does not exist", ({ expect }) => {
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it("list each decision in the index", ({ expect }) => {
    const index = read("docs/decisions/README.md");
    const notes = pages.map((page) => path.basename(page)).filter((name) => /^\d{4}-/.test(name));
    expect(notes.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

describe("the page about payments", () => {
  it("docs/payments.md lists the events that are handled: an endpoint without one of them misses what it changes", () => {
    const page = readFileSync(path.join(REPOSITORY, "docs/payments.md"), "utf8");
    const handled = new Set([...subscriptionEvents, ...paymentEvents]);
    const [, list = ""] = page.match(/^```text\n(payment_intent.*?)^```/ms) ?? [];
    expect(list.trim().split("\n").toSorted()).toEqual([...handled].toSorted());
  });
});

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
