import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { embedTag, eventsOf } from "./harness/embed-page";
import { embedWebsites } from "./harness/embed-website";
import { overrideProject } from "./harness/hosted-pages";

const suite = startProject({ clientTeamCreationEnabled: true, magicLinkEnabled: true });
const logo = "https://images.bakery.example/logo.svg";
const browser = await sharedBrowser();
let docs: string;

beforeAll(async () => {
  docs = await readFile(path.join(REPOSITORY, "docs/embed.md"), "utf8");
  const { options, keys } = suite.project;
  await overrideProject(
    suite.gatehouse,
    { projectId: options.projectId, keys },
    { "appearance.logoUrl": logo, "appearance.supportUrl": "mailto:help@bakery.example" },
  );
});

const { website } = embedWebsites(suite, () => browser);

/** The code words of one column in the table of the documentation whose first heading is `name`. */
function documented(name: string, column = 0): string[] {
  const table = new RegExp(`^\\| ${name} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, "m").exec(docs)?.[1];
  if (!table) throw new Error(`docs/embed.md has no table of ${name}.`);
  const cells = table
    .trim()
    .split("\n")
    .map((row) => row.split("|")[column + 1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
}

/** Adds the parts that the page shows now. */
async function collectParts(page: Page, found: Set<string>): Promise<void> {
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .flatMap((element) => [...(element.shadowRoot?.querySelectorAll("[part]") ?? [])])
      .flatMap((element) => [...element.part]),
  );
  for (const part of shown) found.add(part);
}

const allElements = `<gatehouse-user-button></gatehouse-user-button><gatehouse-team-switcher allow-null></gatehouse-team-switcher>
  <gatehouse-sign-in first-tab="password"></gatehouse-sign-in><gatehouse-account-settings></gatehouse-account-settings>`;

describe("docs/embed.md", () => {
  it("names every part that there is, and every event that a journey fires", async ({ expect }) => {
    const page = await website(allElements, { tolerated: /status of 400|ERR_FAILED/ });
    await page.route(logo, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    const found = new Set<string>();
    await page.goto("/");
    const form = page.locator("gatehouse-sign-in");
    await form.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await form.locator("img").waitFor();
    await form.getByRole("button", { name: "Sign in", exact: true }).click();
    await form.locator("[part=error]").first().waitFor();
    await collectParts(page, found);

    await form.getByLabel("Email", { exact: true }).fill(newAddress());
    await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await form.getByRole("button", { name: "Sign in", exact: true }).click();
    await form.getByRole("alert").waitFor();
    await collectParts(page, found);

    await form.getByRole("link", { name: "Create an account" }).click();
    await form.getByRole("tab", { name: "Email & password" }).click();
    await form.getByLabel("Email", { exact: true }).fill(newAddress());
    await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await collectParts(page, found);
    await form.getByRole("button", { name: "Create account" }).click();
    await form.getByRole("button", { name: "Sign out" }).waitFor();
    await page.getByRole("heading", { name: "My profile" }).first().waitFor();

    await page.evaluate(async () => {
      const { user } = document.querySelector("gatehouse-sign-in") as Element & {
        user: { createTeam(options: object): Promise<unknown> };
      };
      await user.createTeam({ displayName: "Blue" });
    });
    const teams = page.locator("gatehouse-team-switcher");
    await teams.getByRole("button").first().click();
    await teams.getByRole("menuitem", { name: "Blue" }).waitFor();
    await collectParts(page, found);
    await teams.getByRole("menuitem", { name: "Blue" }).click();
    await teams.getByRole("button", { name: "Blue" }).waitFor();

    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await form.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await form.getByLabel("Email", { exact: true }).fill((await signUp(suite.project.clientApp())).email);
    await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await form.getByRole("button", { name: "Sign in", exact: true }).click();
    await form.getByRole("button", { name: "Sign out" }).waitFor();
    await openDialog(page);
    await collectParts(page, found);
    await page.keyboard.press("Escape");

    const fired = (await eventsOf(page)) as [name: string, target: string, detail: object][];
    const table = documented("Event");
    // The last one is fired where something fails, below.
    expect([...new Set(fired.map(([name]) => name))].sort()).toEqual(
      table.filter((name) => name !== "gatehouse-error").sort(),
    );
    for (const [name, , detail] of fired) expect(Object.keys(detail), name).toEqual(detailsOf(name));

    const parts = documented("Part").concat(documented("Part", 1));
    const missing = parts.filter((part) => !found.has(part));
    expect(missing).toEqual([]);
    const kinds = /^(button|alert)-/;
    expect([...found].filter((part) => !parts.includes(part) && !kinds.test(part))).toEqual([]);
  });

  it("names the event of a failure", async ({ expect }) => {
    const page = await website("<gatehouse-sign-in></gatehouse-sign-in>", { tolerated: /status of 400/ });
    await page.route("**/projects/current", (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : route.fulfill({ status: 400, body: "No." }),
    );
    await page.goto("/");
    await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
    const failures = async () => {
      const fired = (await eventsOf(page)) as [name: string, target: string, detail: object][];
      return fired.filter(([name]) => name === "gatehouse-error");
    };
    await expect.poll(failures).not.toEqual([]);
    expect(documented("Event")).toContain("gatehouse-error");
    for (const [name, , detail] of await failures()) expect(Object.keys(detail)).toEqual(detailsOf(name));
  });

  it("names the elements, what scripts find on them, and attributes that they observe", async ({ expect }) => {
    const page = await website(allElements, { tag: embedTag(suite, 'data-appearance="none"') });
    await page.goto("/");
    await page.waitForFunction(() => customElements.get("gatehouse-sign-in"));
    const tags = documented("Element").map((tag) => tag.slice(1, -1));
    const members = documented("Property or method").filter((each) => each.startsWith("element."));
    const described = await page.evaluate(
      ([tags, members]) =>
        tags.map((tag) => {
          const kind = customElements.get(tag);
          const observed = (kind as unknown as { observedAttributes?: string[] } | undefined)?.observedAttributes ?? [];
          return {
            observed,
            missing: members.filter((each) => !kind || !(each.replace(/^element\.|\(\)$/g, "") in kind.prototype)),
          };
        }),
      [tags, members] as const,
    );
    expect(described).toHaveLength(5);
    const attributes = documented("Attribute");
    for (const { observed, missing } of described) {
      expect(missing).toEqual([]);
      expect(observed.filter((name) => !attributes.includes(name))).toEqual([]);
    }
  });

  it("names variables of which each changes how a form looks", async ({ expect }) => {
    const page = await website(
      "<gatehouse-user-button></gatehouse-user-button><gatehouse-sign-in first-tab='password'></gatehouse-sign-in>",
    );
    await page.route(logo, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    // Colours change at once then.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await page.getByRole("button", { name: "Account menu" }).click();
    const values: Record<string, string> = { radius: "3px", font: "Georgia", "font-size": "21px" };
    for (const variable of documented("Variable")) {
      const value = values[variable.replace("--gatehouse-", "")] ?? "rgb(200, 30, 90)";
      const changed = await page.evaluate(
        ([name, value]) => {
          const page = document.documentElement;
          const elements = [...document.querySelectorAll("gatehouse-sign-in, gatehouse-user-button")];
          const look = () =>
            elements
              .flatMap((element) => [...(element.shadowRoot?.querySelectorAll("*") ?? [])])
              .map((each) => {
                const { color, backgroundColor, borderColor, borderRadius, font } = getComputedStyle(each);
                return [color, backgroundColor, borderColor, borderRadius, font].join();
              })
              .join("\n");
          const before = look();
          page.style.setProperty(name, value);
          const after = look();
          page.style.removeProperty(name);
          return before !== after;
        },
        [variable, value] as const,
      );
      expect(changed, variable).toBe(true);
    }
  });
});

/** The names of an event's details, as documented. */
function detailsOf(name: string): string[] {
  const row = docs.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
  return [...(row?.split("|")[2] ?? "").matchAll(/`(\w+)`/g)].map(([, detail = ""]) => detail);
}

/** Opens a dialog of account settings. */
async function openDialog(page: Page): Promise<void> {
  await page.locator("gatehouse-team-switcher").getByRole("button").first().click();
  await page.getByRole("menuitem", { name: "Create a team" }).click();
  await page.getByRole("dialog", { name: "Account settings" }).waitFor();
}
