import { afterAll, it } from "vitest";
import { newOwnedProject } from "../../scripts/testing/official-client";
import { startGatehouse } from "../../scripts/testing/start-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { adminRequest } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await startGatehouse({ site: true, vars: { RATE_LIMITS: "on" } });

afterAll(() => gatehouse.stop());

it("the overview says that emails reach the own team only, until an owner has verified an address", async ({
  expect,
}) => {
  const { owner, project } = await newOwnedProject(gatehouse, "Acme");
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}`);
  const notice = page.getByRole("alert").filter({ hasText: "Emails of this project reach its own team only." });
  await notice.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await adminRequest(gatehouse, "PATCH", `/users/${owner.id}`, { primary_email_verified: true });
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Acme" }).waitFor();
  await page.getByRole("region", { name: "Settings" }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});
