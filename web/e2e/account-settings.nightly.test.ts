import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { PASSWORD } from "../../scripts/testing/accounts";
import { internalClientApp, newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { changeStoredData } from "../../scripts/testing/stored-data";
import { accessibilityProblems } from "./harness/accessibility";
import { accountPages, chooseFor, otherSession, signIn } from "./harness/account-settings";
import { openPage, sharedBrowser, visitSignedIn } from "./harness/browser";
import { refused } from "./harness/hosted-pages";
import { button, card, dialog, heading } from "./harness/locators";
import { adminRequest, configureSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { settingsOf } = accountPages({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { client_user_deletion_enabled: true });
});

/** Runs in the page: whether a click in the middle of an element reaches it. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Requires that a text is shown inside of a box, at the width of a desktop and of a phone. */
async function expectInside(box: Locator, text: string): Promise<Locator> {
  const shown = box.getByText(text).last();
  const page = box.page();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await shown.waitFor();
    const [outer, inner] = [await box.boundingBox(), await shown.boundingBox()];
    if (!outer || !inner) throw new Error("Not shown.");
    if (inner.x < outer.x || inner.x + inner.width > outer.x + outer.width) throw new Error(`Too wide at ${width}.`);
    const overflow = await box.evaluate((element) => element.scrollWidth - element.clientWidth);
    if (overflow > 0) throw new Error(`Scrolls sideways at ${width}.`);
  }
  return shown;
}

/** A picture of 1,200 by 900 pixels that compresses badly. */
async function noise(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1_200, 900];
    const context = canvas.getContext("2d");
    const pixels = context?.createImageData(canvas.width, canvas.height);
    if (!context || !pixels) throw new Error("No canvas.");
    for (let index = 0; index < pixels.data.length; index += 4) {
      pixels.data.set([Math.random() * 256, Math.random() * 256, Math.random() * 256, 255], index);
    }
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

describe("the page around the account settings", () => {
  it("switches the theme, and names section and product in the title", async ({ expect }) => {
    const page = await visitSignedIn(
      browser,
      gatehouse,
      await newOwner(gatehouse),
      "/handler/account-settings#sessions",
    );
    await page.getByRole("heading", { level: 2, name: "Active sessions" }).waitFor();
    await expect.poll(() => page.title()).toBe("Active sessions · Account settings · Gatehouse");
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await button(page, "Theme: system. Switch to light").click();
    expect(await theme()).toBe("light");
    await button(page, "Theme: light. Switch to dark").click();
    expect(await theme()).toBe("dark");
    await page.reload();
    await button(page, "Theme: dark. Switch to system").click();
    expect(await theme()).toBeUndefined();
  });

  it("keeps names in their own direction, and long names and addresses inside of page and dialogs", async ({
    expect,
  }) => {
    const user = await newOwner(gatehouse);
    const long = `${"\u05d0\u05d1\u05d2 \u202e".repeat(3)}${"W".repeat(230)}`;
    const team = await user.createTeam({ displayName: long });
    await user.setDisplayName(long);
    const address = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(50)}.example`;
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email: address });
    const page = await visitSignedIn(browser, gatehouse, user, "/handler/account-settings#settings");
    await button(page, "Delete account").click();
    await expectInside(dialog(page), address);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Cancel").click();
    await page.goto(`/handler/account-settings#team-${team.id}`);
    await button(page, "Leave team").click();
    const shown = await expectInside(dialog(page), long);
    await expect.poll(() => shown.getAttribute("dir")).toBe("auto");
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Cancel").click();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("leads back to where the user came from, and home from a page of the handler", async ({ expect }) => {
    const user = await newOwner(gatehouse);
    const page = await visitSignedIn(browser, gatehouse, user, "/projects?from=tour");
    await button(page, "Account menu").click();
    await page.getByRole("menuitem", { name: "Account settings" }).click();
    await page.getByRole("link", { name: "Active sessions" }).click();
    await page.reload();
    await page.getByRole("link", { name: "Back to Gatehouse" }).click();
    await heading(page, "Projects").waitFor();
    await expect.poll(() => page.url()).toBe(`${gatehouse.webUrl}/projects?from=tour`);

    await page.goto("/handler/account-settings?after_auth_return_to=https%3A%2F%2Fevil.example%2F");
    const back = page.getByRole("link", { name: "Back to Gatehouse" });
    expect(await back.evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${gatehouse.webUrl}/`);
  });
});

describe("the profile", () => {
  it("saves a name, and an image cropped and shrunk below 100 KB", async ({ expect }) => {
    const { page, user } = await settingsOf("profile");
    const uploads: string[] = [];
    page.on("request", (request) => {
      const image = request.method() === "PATCH" && request.postDataJSON()?.profile_image_url;
      if (image) uploads.push(image);
    });

    await page.getByLabel("Display name").fill("  Ada Lovelace ");
    await button(page, "Save").click();
    await page.getByText("Your name has been saved.").waitFor();
    await page.getByText("Ada Lovelace", { exact: true }).waitFor();
    await page.getByLabel("Display name").fill(" \u200b ");
    await button(page, "Save").click();
    await page
      .getByRole("banner")
      .or(page.locator("header"))
      .getByText(user.primaryEmail ?? "")
      .waitFor();
    await page.getByLabel("Display name").fill("Ada Lovelace");
    await button(page, "Save").click();
    await page.getByText("Ada Lovelace", { exact: true }).waitFor();

    const file = page.getByLabel("Profile image file");
    await file.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no image") });
    await page.getByText("Your browser cannot read this file as an image.").waitFor();

    await file.setInputFiles({ name: "noise.png", mimeType: "image/png", buffer: await noise(page) });
    await dialog(page).getByLabel("Zoom").fill("1.5");
    await dialog(page).getByLabel("Left to right").fill("0.1");
    await button(page, "Save image").click();
    await page.getByText("Your profile image has been saved.").waitFor();
    expect(uploads).toHaveLength(1);
    const [head, data = ""] = (uploads[0] ?? "").split(",");
    expect(head).toBe("data:image/jpeg;base64");
    expect(Buffer.from(data, "base64").length).toBeLessThan(100_000);
    expect(await accessibilityProblems(page)).toEqual([]);

    const stored = await adminRequest(gatehouse, "GET", `/users/${user.id}`);
    expect(stored.display_name).toBe("Ada Lovelace");
    expect((await fetch(stored.profile_image_url)).headers.get("content-type")).toBe("image/jpeg");

    // Toasts stay while the pointer rests on them, and this one is above the button.
    await page.mouse.move(0, 0);
    await button(page, "Remove").click();
    await button(page, "Remove image").click();
    await button(page, "Upload image").waitFor();
    expect((await adminRequest(gatehouse, "GET", `/users/${user.id}`)).profile_image_url).toBeNull();
  });
});

describe("emails and sign-in", () => {
  it("shows that another user signs in with an email, also above a dialog opened later, and sends its link again", async ({
    expect,
  }) => {
    const taken = (await newOwner(gatehouse)).primaryEmail ?? "";
    await gatehouse.mailbox.waitFor({ to: taken, subject: /^Verify/ });
    const { page } = await settingsOf("auth");
    await button(page, "Add an email").click();
    await dialog(page).getByLabel("Email").fill(taken);
    await dialog(page).getByLabel("Email").press("Enter");
    await page.getByText(`A link that verifies it is on its way to ${taken}.`).waitFor();
    await chooseFor(page, taken, "Use for sign-in");
    const failure = page.getByText(`Another user already signs in with ${taken}.`);
    const dismiss = page.getByRole("alertdialog").filter({ has: failure }).getByRole("button");
    await failure.waitFor();

    // It stays until it is dismissed, and on a phone a dialog opens in the same place.
    await page.setViewportSize({ width: 390, height: 844 });
    await chooseFor(page, taken, "Remove");
    expect(await button(page, "Remove email").evaluate(isUncovered)).toBe(true);
    await expect.poll(() => failure.evaluate(isUncovered)).toBe(true);
    await dismiss.click();
    await failure.waitFor({ state: "detached" });
    await button(page, "Remove email").waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });

    // Once more, and the dialog closes before the notification does.
    await chooseFor(page, taken, "Use for sign-in");
    await failure.waitFor();
    await chooseFor(page, taken, "Remove");
    await button(page, "Remove email").waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await dismiss.click();
    await failure.waitFor({ state: "detached" });

    await chooseFor(page, taken, "Send verification email");
    await page.getByText(`A link is on its way to ${taken}.`, { exact: true }).waitFor();
  });

  it("switches email codes off and on, and keeps the last sign-in method", async ({ expect }) => {
    const { page, user } = await settingsOf("auth");
    await configureSite(gatehouse, { magic_link_enabled: true });
    onTestFinished(() => configureSite(gatehouse, { magic_link_enabled: false }));
    await page.reload();
    const codes = card(page, "Email codes");
    await codes.getByText("To sign in with a code or link by email, you need a verified sign-in email.").waitFor();
    await adminRequest(gatehouse, "PATCH", `/users/${user.id}`, { primary_email_verified: true });
    await page.reload();

    // Whoever has never chosen codes has not switched them off.
    await codes.getByText("On", { exact: true }).waitFor();
    await codes.getByRole("button", { name: "Switch off email codes" }).click();
    await dialog(page).getByRole("button", { name: "Switch off email codes" }).click();
    await codes.getByText("Off", { exact: true }).waitFor();

    await codes.getByRole("button", { name: "Switch on email codes" }).click();
    await codes.getByText("On", { exact: true }).waitFor();
    changeStoredData(gatehouse, "UPDATE users SET has_password = 0 WHERE id = ?", user.id);
    await page.reload();
    await codes.getByText("It is your only way to sign in, so it cannot be switched off.").waitFor();
    await expect.poll(() => codes.getByRole("button").count()).toBe(0);
  });

  it("changes the password, keeps this session and ends the others", async ({ expect }) => {
    const { page, email } = await settingsOf("auth");
    const isOtherActive = await otherSession(gatehouse, email);
    await button(page, "Update password").click();
    const [old, fresh] = ["Old password", "New password"].map((label) =>
      dialog(page).getByLabel(label, { exact: true }),
    );
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "old");
    await page.keyboard.type("not the password");
    await fresh?.fill("a new password");
    await page.getByRole("meter", { name: "Password strength" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Incorrect password.").waitFor();
    await expect.poll(() => fresh?.inputValue()).toBe("a new password");
    await old?.fill(PASSWORD);
    await old?.press("Enter");
    await page.getByText("Your password is changed.").waitFor();
    expect(await isOtherActive()).toBe(false);

    await page.goto("/handler/sign-out");
    await heading(page, "Authentication and user management for your app").waitFor();
    await page.goto("/handler/sign-in");
    await signIn(page, email, "a new password");
    await heading(page, "Projects").waitFor();
  });
});

describe("settings", () => {
  it("delete the account after “delete” is typed, and only where the project enables that", async ({ expect }) => {
    const email = (await newOwner(gatehouse)).primaryEmail ?? "";
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/account-settings#settings");
    // It leads to the sign-in, and from there back to the section.
    await signIn(page, email);
    await heading(page, "Account settings").waitFor();
    await button(page, "Delete account").click();
    const confirm = dialog(page).getByRole("button", { name: "Delete account" });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await dialog(page).getByText(email).waitFor();
    await dialog(page).getByLabel("Type “delete” to confirm").fill("delete");
    await confirm.click();
    await heading(page, "Authentication and user management for your app").waitFor();
    const deleted = await internalClientApp(gatehouse).signInWithCredential({ email, password: PASSWORD });
    expect(deleted.status).toBe("error");

    await configureSite(gatehouse, { client_user_deletion_enabled: false });
    const other = await settingsOf("settings");
    await card(other.page, "Sign out").waitFor();
    expect(await accessibilityProblems(other.page)).toEqual([]);
    await expect.poll(() => card(other.page, "Delete account").count()).toBe(0);
  });
});

describe("the account settings", () => {
  it("open from the dashboard's menu at the profile, select sections by the hash, and save which emails the user receives", async ({
    expect,
  }) => {
    const { primaryEmail } = await newOwner(gatehouse);
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/sign-in");
    await signIn(page, primaryEmail ?? "");
    await heading(page, "Projects").waitFor();
    await button(page, "Account menu").click();
    await page.getByRole("menuitem", { name: "Account settings" }).click();
    await heading(page, "Account settings").waitFor();
    await page.getByRole("heading", { level: 2, name: "My profile" }).waitFor();
    await expect.poll(() => page.title()).toBe("My profile · Account settings · Gatehouse");

    await page.getByRole("link", { name: "Active sessions" }).click();
    const opened = page.getByRole("heading", { level: 2, name: "Active sessions" });
    await opened.waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe("#sessions");
    await page.waitForFunction(() => document.activeElement?.textContent === "Active sessions");
    await page.goBack();
    await page.getByRole("heading", { level: 2, name: "My profile" }).waitFor();

    await page.getByRole("link", { name: "Notifications" }).click();
    const kinds = page.getByRole("list", { name: "Kinds of emails" }).getByRole("switch");
    await kinds.nth(1).waitFor();
    const states = () => kinds.evaluateAll((all) => all.map((one) => one.ariaChecked));
    expect([await states(), await kinds.nth(0).isDisabled()]).toEqual([["true", "true"], true]);
    const saved = page.waitForResponse(
      (response) =>
        response.request().method() === "PATCH" && response.url().includes("/emails/notification-preference/me/"),
    );
    await page.getByRole("switch", { name: "Marketing" }).click();
    expect((await saved).status()).toBe(200);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await kinds.nth(1).waitFor();
    expect(await states()).toEqual(["true", "false"]);
    await page.getByRole("link", { name: "My profile" }).click();
    await page.getByRole("heading", { level: 2, name: "My profile" }).waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, "Section: My profile").click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await card(page, "Sign out").waitFor();
    await button(page, "Sign out").click();
    await heading(page, "Authentication and user management for your app").waitFor();
  });
});

const { signInToSettings } = accountPages({ browser, gatehouse });

describe("active sessions", () => {
  it("say so when that of this browser was ended elsewhere, with a way to sign in again", async ({ expect }) => {
    const { page, user, email } = await signInToSettings("profile");
    const { items } = await adminRequest(gatehouse, "GET", `/auth/sessions?user_id=${user.id}`);
    for (const { id } of items) await adminRequest(gatehouse, "DELETE", `/auth/sessions/${id}`);
    await page.evaluate(() => {
      window.location.hash = "sessions";
    });
    await page.getByText("You were signed out").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Sign in again").click();
    await signIn(page, email);
    await page.getByText("This browser").waitFor();
  });

  it.each(["ended elsewhere", "ended by a suspension"] as const)(
    "of this browser is %s: the sign-in page says so, until there is a user again",
    async (cause) => {
      const isSuspension = cause === "ended by a suspension";
      const { page, user, email } = await signInToSettings("profile", refused);
      const { items } = await adminRequest(gatehouse, "GET", `/auth/sessions?user_id=${user.id}`);
      if (isSuspension) await adminRequest(gatehouse, "PUT", `/users/${user.id}/suspension`, {});
      else for (const { id } of items) await adminRequest(gatehouse, "DELETE", `/auth/sessions/${id}`);
      await page.getByLabel("Display name").fill("New name");
      await page.getByLabel("Display name").press("Enter");
      const note = page.getByText("You were signed out", { exact: true });
      await note.waitFor();
      await signIn(page, email);
      if (isSuspension) {
        await page.getByText("The owner of this app has suspended your account").waitFor();
        await adminRequest(gatehouse, "DELETE", `/users/${user.id}/suspension`);
        await button(page, "Sign in").click();
      }
      await heading(page, "Account settings").waitFor();
      await page.goto("about:blank");
      await page.context().clearCookies();
      await page.goto("/handler/sign-in");
      await page.getByLabel("Password", { exact: true }).waitFor();
      await note.waitFor({ state: "detached" });
    },
  );
});
