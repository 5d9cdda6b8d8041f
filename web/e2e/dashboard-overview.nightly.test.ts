import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newOwner, ownMailServer } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { openAuditLog, openOverview, rows } from "./harness/dashboard-sections";
import { card } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the overview of a project", () => {
  it("keeps the range and the list of users in the address", async ({ expect }) => {
    const { page } = await openOverview(gatehouse, ["Ada"]);
    // By clicks: the address checks them, after the event by which `check` would judge.
    await page.getByRole("radio", { name: "7 days" }).click({ force: true });
    await page.waitForURL("**/overview?days=7");
    await page.getByRole("radio", { name: "Active" }).click({ force: true });
    await page.waitForURL("**/overview?days=7&recent=active");
    await page.reload();
    await card(page, "Sign-ups").getByText("in the last 7 days").waitFor();
    await expect.poll(() => card(page, "Sign-ups").getByRole("table").getByRole("row").count()).toBe(8);
    await expect.poll(() => page.getByRole("radio", { name: "Active" }).isChecked()).toBe(true);
  });

  it("leads to the first user while there is none, and shows the numbers of the first without a reload", async ({
    expect,
  }) => {
    const { app, page } = await openOverview(gatehouse, []);
    await card(page, "Get started").waitFor();
    await card(page, "Recent users").getByText("No user has signed up yet.", { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await app.createUser({ displayName: "Ada" });
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await card(page, "Recent users").getByRole("link", { name: "Ada" }).waitFor();
  });

  it("500: says that the numbers could not be read, beside everything else, and reads them again", async ({
    expect,
  }) => {
    const { page } = await openOverview(gatehouse, ["Ada"], "", /Failed to load resource|500/);
    await page.route("**/internal/metrics*", (route) => route.fulfill({ status: 500, body: "Down" }));
    await page.reload();
    await page.getByRole("heading", { name: "This could not be loaded" }).waitFor();
    await card(page, "Add Gatehouse to your app").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute("**/internal/metrics*");
    await page.getByRole("button", { name: "Try again" }).click();
    await card(page, "Sign-ups").waitFor();
  });
});

describe("the audit log of a project", () => {
  it("names who did it and to whom, with links to them, and shows each setting before and after", async ({
    expect,
  }) => {
    const { page, project, user, owner } = await openAuditLog(gatehouse);
    const gone = await project.app.createUser({ displayName: "Soon gone" });
    await gone.delete();
    await project.update({ displayName: "Bakery" });
    await page.reload();
    const changed = rows(page).filter({ hasText: "project.updated" });
    const ownerName = owner.displayName ?? owner.primaryEmail ?? "";
    await changed.getByRole("link", { name: ownerName }).waitFor();
    await changed.getByRole("link", { name: /^Settings changed/ }).click();
    const event = page.getByRole("dialog", { name: "Settings changed" });
    await event.getByText("displayName", { exact: true }).waitFor();
    await event.getByText("Acme", { exact: true }).waitFor();
    await event
      .getByRole("definition")
      .filter({ hasText: /^Bakery$/ })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await event.getByRole("button", { name: "Close" }).last().click();
    // Who was deleted has no page, and no name: the id comes up where the pointer rests.
    const deleted = rows(page).filter({ hasText: "user.deleted" });
    await deleted.getByTitle(gone.id).getByText("Deleted user", { exact: true }).waitFor();
    await expect.poll(() => deleted.getByRole("link", { name: "Deleted user", exact: true }).count()).toBe(0);
    await rows(page)
      .filter({ hasText: user.displayName ?? "" })
      .getByRole("link", { name: "=1+1" })
      .click();
    await page.getByRole("heading", { level: 1, name: "=1+1" }).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("link", { name: "Older changes of the account" }).click();
    await rows(page).filter({ hasText: "user.created" }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it("is filtered by type and day, and says so where nothing fits", async ({ expect }) => {
    const { page } = await openAuditLog(gatehouse, "?type=user.created");
    await rows(page).filter({ hasText: "user.created" }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole("button", { name: "Event: User created" }).click();
    const types = page.getByRole("dialog", { name: "Choose an event" });
    await types.getByRole("searchbox", { name: "Search events" }).fill("team del");
    await types.getByRole("button", { name: /^User created/ }).waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await types
      .getByRole("region", { name: "Teams and permissions" })
      .getByRole("button", { name: /^Team deleted/ })
      .click();
    await page.getByText("No such events").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await rows(page).filter({ hasText: "project.created" }).waitFor();
    await page.getByRole("combobox", { name: "When" }).selectOption("custom");
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("No such events").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByRole("combobox", { name: "When" }).selectOption("day");
    await rows(page).filter({ hasText: "user.created" }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("span")).toBe("day");
  });

  it("is filtered by a user who is found by name or email", async ({ expect }) => {
    const { page, project, user } = await openAuditLog(gatehouse);
    const other = await project.app.createUser({ displayName: "Grace Hopper", primaryEmail: "grace@example.com" });
    await page.getByRole("button", { name: "Find the target among the users" }).click();
    const users = page.getByRole("dialog", { name: "Find a user" });
    await users.getByRole("button", { name: user.displayName ?? "" }).waitFor();
    await users.getByRole("searchbox").fill("grace@ex");
    await users.getByRole("button", { name: user.displayName ?? "" }).waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await users.getByRole("button", { name: /^Grace Hopper/ }).click();
    await users.waitFor({ state: "detached" });
    await rows(page).filter({ hasText: "project.created" }).waitFor({ state: "detached" });
    await rows(page).filter({ hasText: "user.created" }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("target")).toBe(other.id);
  });

  it("is exported as CSV and as lines of JSON", async ({ expect }) => {
    const { page, user } = await openAuditLog(gatehouse);
    const save = async (format: string) => {
      await page.getByRole("button", { name: "Export" }).click();
      const dialog = page.getByRole("dialog", { name: "Export the audit log" });
      await dialog.getByText(format, { exact: true }).click();
      expect(await accessibilityProblems(page)).toEqual([]);
      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Export" }).click();
      const file = await download;
      await dialog.getByRole("button", { name: "Done" }).click();
      return readFile(await file.path(), "utf8");
    };
    const [header, ...lines] = (await save("CSV")).trim().split("\r\n");
    expect(header).toBe(
      "created_at,type,actor_type,actor_id,impersonator_id,session_id,target_type,target_id,ip_address,country_code,user_agent,details,id",
    );
    expect(lines.some((line) => line.includes(`,user.created,owner,`) && line.includes(user.id))).toBe(true);
    const events = (await save("JSON"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toContain("audit_log.exported");
  });

  it("400: keeps events for as long as is set, within what is possible", async ({ expect }) => {
    const { page, project } = await openAuditLog(gatehouse);
    const field = page.getByRole("textbox", { name: "Events are kept for (days)" });
    await expect.poll(() => field.inputValue()).toBe("365");
    await field.fill("5");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Enter a whole number from 30 to 3650.").waitFor();
    await field.fill("90");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Your changes are saved.").waitFor();
    expect(await project.getConfig()).toMatchObject({ audit: { retentionDays: 90 } });
  });
});

const browser = await sharedBrowser();

let owner: Awaited<ReturnType<typeof newOwner>>;
let project: Awaited<ReturnType<typeof owner.createProject>>;

beforeAll(async () => {
  owner = await newOwner(gatehouse);
  project = await owner.createProject({ displayName: "Bakery", teamId: owner.selectedTeam?.id ?? "" });
});

const open = (path: string) => visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/${path}`);

/** Changes fields in one task, so that the page is not rendered in between. */
async function changeAtOnce(page: Page, changes: readonly (readonly [Locator, string])[]) {
  const fields = await Promise.all(
    changes.map(async ([field, value]) => ({ field: (await field.elementHandle()) as never, value })),
  );
  await page.evaluate((fields: { field: HTMLInputElement | HTMLSelectElement; value: string }[]) => {
    for (const { field, value } of fields) {
      // As a person does it: React does not notice a value that is set on the element itself.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, fields);
}

const filtersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("two filters that change before the page is rendered again", () => {
  it("are both taken away from the list of users", async ({ expect }) => {
    const page = await open("users?method=password&email=verified&q=ada");
    const filters = page.getByRole("button", { name: /^Remove the filter (Sign-in method|Email)$/ });
    await expect.poll(() => filters.count()).toBe(2);
    await filters.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
    await expect.poll(() => filtersOf(page)).toEqual({ q: "ada" });
  });

  it("both apply to the log of emails", async ({ expect }) => {
    // The log has filters once it has an email.
    await project.app.sendTestEmail({ recipientEmail: "ada@example.com", emailConfig: ownMailServer(gatehouse) });
    const page = await open("emails");
    const choices = [
      [page.getByRole("combobox", { name: "Status" }), "failed"],
      [page.getByRole("combobox", { name: "Kind" }), "test"],
    ] as const;
    await changeAtOnce(page, choices);
    await expect.poll(() => filtersOf(page)).toEqual({ status: "failed", kind: "test" });
  });

  it("both apply to transactions", async ({ expect }) => {
    const page = await open("payments");
    const choices = [
      [page.getByRole("combobox", { name: "Mode" }), "test"],
      [page.getByRole("combobox", { name: "Customers" }), "custom"],
    ] as const;
    await changeAtOnce(page, choices);
    await expect.poll(() => filtersOf(page)).toEqual({ mode: "test", customerType: "custom" });
  });

  it("both apply to the audit log", async ({ expect }) => {
    const page = await open("audit-log?from=2026-01-01&to=2026-12-31");
    const days = [
      [page.getByLabel("From", { exact: true }), "2026-02-01"],
      [page.getByLabel("To", { exact: true }), "2026-02-28"],
    ] as const;
    await changeAtOnce(page, days);
    await expect.poll(() => filtersOf(page)).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  });
});
