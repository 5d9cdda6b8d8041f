import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { newOwner, ownMailServer } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sharedBrowser, visitSignedIn } from "./harness/browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
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
