import type { Page } from "playwright-core";
import { encode } from "uqr";
import { beforeAll, describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { accountPages, chooseFor, otherSession, signIn } from "./harness/account-settings";
import { openPage, sharedBrowser } from "./harness/browser";
import { button, card, dialog, heading } from "./harness/locators";
import { configureSite } from "./harness/site-project";
import { authenticatorApp } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

const { settingsOf } = accountPages({ browser, gatehouse });

beforeAll(async () => {
  await configureSite(gatehouse, { client_user_deletion_enabled: true });
});

/** The list item of an address, with its badges. */
function rowOf(page: Page, email: string) {
  return page.getByRole("list", { name: "Your emails" }).getByRole("listitem").filter({ hasText: email });
}

/** The modules of the QR code on the page, as its path fills them: a line of 0 and 1 per row. */
function darkModules(page: Page): Promise<string> {
  return page.getByRole("img", { name: "QR code for your authenticator app" }).evaluate((svg) => {
    const path = svg.querySelector("path");
    const size = (svg as SVGSVGElement).viewBox.baseVal.width;
    const places = Array.from({ length: size }, (_, index) => index + 0.5);
    const isDark = (x: number, y: number) => (path?.isPointInFill(new DOMPoint(x, y)) ? "1" : "0");
    return places.map((y) => places.map((x) => isDark(x, y)).join("")).join("\n");
  });
}

function modulesOf(text: string): string {
  return encode(text, { border: 4 })
    .data.map((row) => row.map(Number).join(""))
    .join("\n");
}

describe("emails and sign-in", () => {
  it("adds an email, verifies it by the email's link, and makes it the primary one", async ({ expect }) => {
    const { page, email } = await settingsOf("auth");
    await rowOf(page, email).getByText("Used for sign-in").waitFor();
    await button(page, `Actions for ${email}`).click();
    for (const name of ["Stop using for sign-in", "Remove"]) {
      await expect.poll(() => page.getByRole("menuitem", { name }).getAttribute("aria-disabled")).toBe("true");
    }
    await page.keyboard.press("Escape");

    const added = newAddress("second");
    await button(page, "Add an email").click();
    await dialog(page).getByLabel("Email").fill(email.toUpperCase());
    await button(page, "Add email").click();
    await page.getByText("You have added this email already.").waitFor();
    await dialog(page).getByLabel("Email").fill(added);
    await button(page, "Add email").click();
    await page.getByText(`A link that verifies it is on its way to ${added}.`).waitFor();
    await rowOf(page, added).getByText("Unverified").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const message = await gatehouse.mailbox.waitFor({ to: added, subject: /^Verify/ });
    const otherTab = await page.context().newPage();
    await otherTab.goto(message.text.match(/https?:\/\/\S+code=[0-9a-z]{45}/)?.[0] ?? "");
    await button(otherTab, "Verify").click();
    await heading(otherTab, "Your email is verified").waitFor();
    await otherTab.close();
    // Does what a browser does when its user returns to the tab; a headless one shows all tabs at once.
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await rowOf(page, added).getByText("Unverified").waitFor({ state: "detached" });

    await chooseFor(page, added, "Set as primary");
    await rowOf(page, added).getByText("Primary").waitFor();
    await chooseFor(page, added, "Use for sign-in");
    await rowOf(page, added).getByText("Used for sign-in").waitFor();
    await chooseFor(page, email, "Stop using for sign-in");
    await button(page, "Stop using it").click();
    await rowOf(page, email).getByText("Used for sign-in").waitFor({ state: "detached" });
    await chooseFor(page, email, "Remove");
    await button(page, "Remove email").click();
    await rowOf(page, email).waitFor({ state: "detached" });
  });

  it("sets up two-step verification by QR code, which every later sign-in requires", async ({ expect }) => {
    const { page, email } = await settingsOf("auth");
    const mfa = card(page, "Two-step verification");
    let changes = 0;
    page.on("request", (request) => {
      if (request.method() === "PATCH") changes += 1;
    });

    await mfa.getByRole("button", { name: "Set up" }).click();
    const key = await dialog(page).getByRole("status", { name: "Key" }).innerText();
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const app = authenticatorApp(key);
    expect(await darkModules(page)).toBe(
      modulesOf(
        `otpauth://totp/Gatehouse:${email.replace("@", "%40")}?secret=${key.replaceAll(" ", "")}&issuer=Gatehouse&algorithm=SHA1&digits=6&period=30`,
      ),
    );
    await dialog(page)
      .getByLabel(/^Then enter/)
      .fill(app.shows(1_000));
    await page.getByText("This code is not right. Wait for the next one, and try again.").waitFor();
    expect(changes).toBe(0);
    // The field takes the next code at once.
    await page.keyboard.type(app.shows());
    await page.getByText("Two-step verification is on.").waitFor();
    await dialog(page).getByLabel("I have saved these codes.").check();
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await mfa.getByText("On", { exact: true }).waitFor();

    await page.goto("about:blank");
    await page.context().clearCookies();
    await page.goto("/handler/sign-in?after_auth_return_to=%2Fhandler%2Faccount-settings%23auth");
    await signIn(page, email);
    await heading(page, "Two-step verification").waitFor();
    await page.getByLabel("Code").fill(app.shows(1_000));
    await page.getByText("This code is not right.").first().waitFor();
    await page.getByLabel("Code").fill(app.shows());

    await mfa.getByRole("button", { name: "Switch off" }).click();
    await dialog(page).getByRole("button", { name: "Switch off" }).click();
    await mfa.getByText("Off", { exact: true }).waitFor();
    await mfa.getByRole("button", { name: "Set up" }).waitFor();
  });
});

const rows = (page: Page) => page.getByRole("list", { name: "Your active sessions" }).getByRole("listitem");

describe("active sessions", () => {
  // Evidence: listed-device-can-signed-out-then
  it("are listed by device, and can be signed out: one, then all others", async ({ expect }) => {
    const email = (await newOwner(gatehouse)).primaryEmail ?? "";
    const areActive = [await otherSession(gatehouse, email), await otherSession(gatehouse, email)];
    const page = await openPage(browser, gatehouse.webUrl);
    await page.goto("/handler/account-settings#sessions");
    await signIn(page, email);
    // One of the others is from the sign-up.
    await rows(page).nth(3).waitFor();
    await rows(page)
      .first()
      .getByText(/^Chrome on (Linux|macOS)/)
      .waitFor();
    await rows(page).first().getByText("This browser").waitFor();
    await expect.poll(() => rows(page).first().getByRole("button").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    // The newest is the first of the others.
    await rows(page).nth(1).getByRole("button").click();
    await dialog(page).getByRole("button", { name: "Sign out" }).click();
    await page.getByText("It is signed out.").waitFor();
    expect(await Promise.all(areActive.map((isActive) => isActive()))).toEqual([true, false]);
    await button(page, "Sign out all others").click();
    await dialog(page).getByRole("button", { name: "Sign out all others" }).click();
    await page.getByText("You are signed out everywhere else.").waitFor();
    expect(await areActive[0]?.()).toBe(false);
    await expect.poll(() => rows(page).count()).toBe(1);
  });
});
