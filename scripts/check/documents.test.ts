import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
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
