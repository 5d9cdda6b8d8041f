import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignedIn, sharedBrowser } from "./harness/browser";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

describe("the usage of a project", () => {
  it("shows what it stores and may, warns at 80 %, and says at 100 % what is refused and what goes on", async ({
    expect,
  }) => {
    const owner = await newOwner(gatehouse);
    const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
    await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
    const page = await openSignedIn(browser, gatehouse, owner, /Failed to load resource|500/);
    await page.goto(`/projects/${project.id}/usage`);
    const storage = page.getByRole("region", { name: "Storage" });
    await storage.getByText(/^[1-9]\d* KiB of 1,024 MiB · 0%$/).waitFor();
    await storage.getByText(/^\d+ of 2,000,000 · 0%$/).waitFor();
    await storage.getByText(/^0 KiB of 1,024 MiB · 0%$/).waitFor();
    const limits = page.getByRole("region", { name: "Limits per minute and hour" });
    await limits.getByText("0 of 30 seconds · 0%").waitFor();
    await limits.getByText("0 of 1,000 · 0%").waitFor();
    await limits.getByText("Each hour.").waitFor();
    await page.getByRole("list", { name: "What takes the storage" }).getByText("Users").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);

    let percent = 80;
    await page.route("**/internal/usage", async (route) => {
      const response = await route.fetch();
      const { storage: stored, shares } = await response.json();
      const max_bytes = Math.floor((100 * stored.used_bytes) / percent);
      const share = { used: percent, limit: 100, refused: percent < 100 ? 0 : 7, resets_at_millis: Date.now() };
      const json = {
        storage: { ...stored, max_bytes, used_percent: percent },
        images: { used_bytes: percent, max_bytes: 100, used_percent: percent },
        shares: shares.map((each: object) => ({ ...each, ...share })),
      };
      await route.fulfill({ response, json });
    });
    await page.reload();
    await page.getByRole("alert").getByText("The storage is nearly full.", { exact: false }).waitFor();
    await page.getByRole("alert").getByText("The images are nearly full.", { exact: false }).waitFor();
    const three = "Imported password hashes, Previews of emails, and Emails by the shared server";
    await page.getByRole("alert").getByText(`Nearly used up: ${three}.`, { exact: false }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    percent = 100;
    await page.reload();
    const alert = page.getByRole("alert");
    await alert.getByText(`Used up: ${three}.`, { exact: false }).waitFor();
    await alert.getByText("The images are full", { exact: false }).waitFor();
    await limits
      .getByText(/^Begins anew at .+ Refused: 7\.$/)
      .first()
      .waitFor();
    await alert.getByText("new users, teams and other data are refused", { exact: false }).waitFor();
    await alert.getByText("Sign-ins, reads, exports and deletions go on.", { exact: false }).waitFor();
    await storage.getByRole("meter", { name: "Data" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.unroute("**/internal/usage");
    await page.route("**/internal/usage", (route) => route.fulfill({ status: 500, body: "Down" }));
    await page.reload();
    await page.getByRole("button", { name: "Try again" }).waitFor();
  });
});
