import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openAppearance, openSignInMethods } from "./harness/dashboard-sections";
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

describe("pages and appearance in the dashboard", () => {
  it("previews what is not saved yet, says at the field what cannot be, and saves it for the hosted pages", async ({
    expect,
  }) => {
    const { page, card, project } = await openAppearance(gatehouse, /Failed to load resource/);
    // Colours change at once then.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const preview = card.getByRole("img", { name: "Preview of the sign-in page on light devices" });
    const button = preview.getByText("Sign in", { exact: true }).last();
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await colour();
    await card.getByLabel("Accent colour", { exact: true }).fill("#ffdd00");
    expect(await colour()).toBe("rgb(255, 221, 0)");
    expect(before).not.toBe("rgb(255, 221, 0)");
    await card.getByRole("combobox", { name: "Corners" }).selectOption({ label: "Square" });
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("0px");
    await card.getByRole("combobox", { name: "Font" }).selectOption({ label: "Monospace" });
    expect(await button.evaluate((element) => getComputedStyle(element).fontFamily)).toContain("monospace");
    const width = async () => (await preview.boundingBox())?.width ?? 0;
    const onPhone = await width();
    await card.getByText("Desktop", { exact: true }).click();
    expect(await width()).toBeGreaterThan(onPhone * 1.5);
    await card.getByLabel("Support").fill("mailto:help@bakery.example");
    await card.getByLabel("Terms of service").fill("https://bakery.example/terms");
    await preview.getByText("Contact support").waitFor();
    await preview.getByText("terms of service").waitFor();

    const website = card.getByLabel("Website");
    await card.getByLabel("Accent colour", { exact: true }).fill("red");
    await website.fill("javascript:alert(1)");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Write the colour as # and six digits, such as #1f5f4f.").waitFor();
    await card.getByText("Start the address with https://, such as https://example.com.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByLabel("Accent colour", { exact: true }).fill("#ffdd00");
    await website.fill("https://name:password@bakery.example");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("It must not have a user name or password.").waitFor();
    await expect.poll(() => website.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => website.getAttribute("aria-invalid")).toBe("true");

    await website.fill("https://bakery.example");
    await card.getByRole("button", { name: "Save" }).click();
    await page.getByText("The appearance is saved.").waitFor();
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByRole("dialog").getByText('"appearance.accentColor": "#ffdd00"', { exact: false }).waitFor();
    await page.keyboard.press("Escape");

    const address = await page.getByText("/handler/sign-in?project_id=").textContent();
    expect(address).toBe(`${gatehouse.webUrl}/handler/sign-in?project_id=${project.id}`);
    await page.goto(address ?? "");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    const shown = page.getByRole("button", { name: "Sign in", exact: true });
    await expect
      .poll(() => shown.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe("rgb(255, 221, 0)");
    await page.getByRole("link", { name: "Contact support" }).waitFor();
  });
});
