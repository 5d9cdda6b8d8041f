import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openAuditLog, rows } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

describe("the audit log of a project", () => {
  it("lists what was done, opens an event with all that is known of it, and says that it does not have an unknown one", async ({
    expect,
  }) => {
    const { page, project, user } = await openAuditLog(gatehouse);
    const created = rows(page).filter({ hasText: "user.created" });
    await created.waitFor();
    await rows(page).filter({ hasText: "project.created" }).waitFor();
    const link = created.getByRole("link", { name: /^User created/ });
    await link.click();
    const event = page.getByRole("dialog", { name: "User created" });
    await event.waitFor();
    await page.keyboard.press("Escape");
    await event.waitFor({ state: "detached" });
    await link.and(page.locator(":focus")).waitFor();
    await link.click();
    await event.getByRole("link", { name: "=1+1" }).waitFor();
    await event.getByText(user.id, { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("event")).not.toBeNull();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The address alone opens it again.
    await page.reload();
    await event.getByRole("link", { name: "All events of this target" }).click();
    await event.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).searchParams.get("target")).toBe(user.id);
    await rows(page).filter({ hasText: "project.created" }).waitFor({ state: "detached" });
    await created.waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.goto(`/projects/${project.id}/audit-log?event=0192f0c1-0000-7000-8000-000000000000`);
    await page.getByText("The log does not have this event, or no longer.").waitFor();
  });
});
