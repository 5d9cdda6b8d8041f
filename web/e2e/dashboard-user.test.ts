import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { button, card, dialog } from "./harness/locators";
import { dot, openPart, openUser } from "./harness/users";

const gatehouse = await sharedGatehouse();

describe("the page of a user", () => {
  it("changes the profile and the addresses, sends a password reset link, impersonates, and deletes the user", async ({
    expect,
  }) => {
    const [ada, king] = [newAddress("ada"), newAddress("king")];
    const { app, page, user, userId } = await openUser(gatehouse, { email: ada });
    await page.getByLabel("Display name").fill("Ada King");
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "Ada King" }).waitFor();
    // At once: after six seconds it closes by itself.
    await button(page, "Dismiss notification").click();
    expect((await user()).displayName).toBe("Ada King");

    const file = { name: "dot.png", mimeType: "image/png" };
    const upload = page.getByLabel("File: Profile image address");
    await upload.setInputFiles({ ...file, buffer: Buffer.alloc(700_001) });
    await page.getByText("Choose a PNG, JPEG, WebP or GIF image of at most 700 KB.").waitFor();
    await upload.setInputFiles({ ...file, buffer: dot });
    await button(page, "Save").click();
    await page.getByText("Profile saved.").waitFor();
    expect((await user()).profileImageUrl).toMatch(/^http.*\/images\//);
    await button(page, "Show as code").click();
    await dialog(page).getByText('profileImageUrl: "data:image/png;base64,…"', { exact: false }).waitFor();
    await dialog(page).getByRole("button", { name: "Done" }).click();

    await page.getByRole("link", { name: "Add address" }).click();
    await dialog(page).getByLabel("Email", { exact: true }).fill(king);
    await dialog(page).getByRole("button", { name: "Add address" }).click();
    await button(page, `Verify ${king}`).click();
    await dialog(page).getByRole("button", { name: "Mark as verified" }).click();
    await button(page, `Verify ${king}`).waitFor({ state: "detached" });
    await button(page, `Make primary: ${king}`).click();
    await button(page, `Make primary: ${ada}`).waitFor();
    await button(page, `Remove ${ada}`).click();
    await dialog(page).getByRole("button", { name: "Remove address" }).click();
    await button(page, `Remove ${ada}`).waitFor({ state: "detached" });
    const [channel, ...others] = await (await user()).listContactChannels();
    expect(others).toEqual([]);
    expect(channel).toMatchObject({ value: king, isVerified: true, isPrimary: true, usedForAuth: true });
    expect(await accessibilityProblems(page)).toEqual([]);

    const choose = async (action: string) => {
      await button(page, "Actions").click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    await button(page, "Actions").click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await button(page, "Actions").and(page.locator(":focus")).waitFor();
    const callbackUrl = `${gatehouse.webUrl}/handler/magic-link-callback`;
    await expect(app.sendMagicLinkEmail(king, { callbackUrl })).rejects.toThrow();
    await choose("Send password reset link");
    await dialog(page).getByRole("button", { name: "Send email" }).click();
    await page.getByText(`The email is on its way to ${king}.`).waitFor();
    const { text } = await gatehouse.mailbox.waitFor({ to: king, subject: /password/i });
    expect(text).toContain("/handler/password-reset?");

    // The page says that codes do not sign the user in, and leads to where they are switched on.
    await openPart(page, "Sign-in help", "Why can this person not sign in?");
    const refusal = page.getByRole("listitem").filter({ hasText: "Codes that were asked for and not sent" });
    await refusal.getByRole("link", { name: "Sign-in" }).click();
    await page.getByRole("switch", { name: "Sign-in by email" }).click();
    await expect.poll(async () => (await user()).otpAuthEnabled).toBe(true);

    await choose("Impersonate");
    await dialog(page).getByRole("button", { name: "Start session" }).click();
    await dialog(page).getByText("document.cookie", { exact: false }).waitFor();
    await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click();
    await openPart(page, "Sessions");
    await card(page, "Sessions").getByText("Impersonation", { exact: true }).waitFor();

    await choose("Delete user");
    await dialog(page).getByLabel("Type “delete” to confirm").fill("delete");
    await dialog(page).getByRole("button", { name: "Delete user" }).click();
    await page.waitForURL("**/users");
    expect(await app.getUser(userId)).toBeNull();
  });
});
