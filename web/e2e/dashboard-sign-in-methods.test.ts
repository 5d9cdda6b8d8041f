import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openSignInMethods } from "./harness/dashboard-sections";
import { card } from "./harness/locators";

const gatehouse = await sharedGatehouse();

describe("the sign-in methods of a project", () => {
  it("are switched at once, for every app, and back, with the reason, where a change fails; providers are added with shared keys, get own keys, and are removed", async ({
    expect,
  }) => {
    const { page, config } = await openSignInMethods(gatehouse, /Failed to load resource/);
    const method = card(page, "Methods").getByRole("switch", { name: "Passkey" });
    expect([await method.getAttribute("aria-checked"), (await config()).passkeyEnabled]).toEqual(["false", false]);
    await page.route("**/config/override", (route) => route.fulfill({ status: 400, body: "That is not possible." }));
    await method.click();
    await page.getByText("That is not possible.").waitFor();
    await card(page, "Methods").locator("[role=switch][aria-busy=true]").waitFor({ state: "detached" });
    await expect.poll(() => method.getAttribute("aria-checked")).toBe("false");
    await page.unroute("**/config/override");
    await method.click();
    await card(page, "Methods").locator("[role=switch][aria-checked=true][aria-busy=false]").last().waitFor();
    await expect.poll(async () => (await config()).passkeyEnabled).toBe(true);
    await page.getByRole("button", { name: "Show as code" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText('"auth.passkey.allowSignIn": true', { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Add Google" }).click();
    await dialog.getByRole("heading", { name: "Add Google" }).waitFor();
    await dialog.getByRole("combobox", { name: "Keys" }).and(page.locator(":focus")).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add Google" }).click();
    await page.getByRole("button", { name: "Edit Google" }).waitFor();
    expect((await config()).oauthProviders).toEqual([expect.objectContaining({ id: "google", type: "shared" })]);

    await page.getByRole("button", { name: "Edit Google" }).click();
    await page.waitForURL("**/sign-in-methods?provider=google");
    await dialog.getByRole("combobox", { name: "Keys" }).selectOption({ label: "Own keys" });
    await dialog
      .getByText("/api/v1/auth/oauth/callback/google", { exact: false })
      .or(dialog.getByLabel("Callback URL", { exact: false }))
      .first()
      .waitFor();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.getByText("Enter the client ID that Google shows.").waitFor();
    await dialog.getByLabel("Client ID").fill("client-1");
    await dialog.getByLabel("Client secret", { exact: true }).fill("secret-1");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await config()).oauthProviders).toEqual([
      expect.objectContaining({ id: "google", type: "standard", clientId: "client-1", clientSecret: "secret-1" }),
    ]);

    // Attack: a glance over an owner's shoulder, or a script of an extension. The page never has the secret.
    await page.getByRole("button", { name: "Edit Google" }).click();
    await dialog.getByText("Is set. What you type here takes its place.").waitFor();
    expect(await page.content()).not.toContain("secret-1");
    await dialog.getByRole("button", { name: "Remove Google" }).click();
    const asked = page.getByRole("dialog", { name: "Remove Google?" });
    await asked.getByText("its keys and scopes are deleted", { exact: false }).waitFor();
    expect((await config()).oauthProviders).toHaveLength(1);
    await asked.getByRole("button", { name: "Remove Google" }).click();
    await page.getByRole("button", { name: "Add Google" }).waitFor();
    expect((await config()).oauthProviders).toEqual([]);
  });
});
