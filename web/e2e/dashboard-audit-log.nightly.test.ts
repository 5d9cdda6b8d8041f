import { readFile } from "node:fs/promises";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openAuditLog, rows } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

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
    await event.getByText("Bakery", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await event.getByRole("button", { name: "Close" }).last().click();
    // Those who were deleted keep their id.
    await rows(page)
      .filter({ hasText: "user.deleted" })
      .getByRole("link", { name: gone.id.slice(0, 8) })
      .waitFor();
    await rows(page)
      .filter({ hasText: user.displayName ?? "" })
      .getByRole("link", { name: "=1+1" })
      .click();
    await page.getByRole("heading", { level: 1, name: "=1+1" }).waitFor();
    await page.getByRole("link", { name: "Activity" }).click();
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
