import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { sitePolicies } from "../../scripts/testing/site-headers";
import { accessibilityProblems } from "./harness/accessibility";
import { button, editorLoaded, magicLink, mail, open, refusals, template, write } from "./harness/email-content";

const gatehouse = await sharedGatehouse();

describe("a template", () => {
  it("is changed with a live preview and errors at their line", async ({ expect }) => {
    const { page, app } = await open(gatehouse, "emails/templates", { tolerated: refusals });
    await page
      .getByRole("list", { name: "Templates", exact: true })
      .getByRole("link", { name: "Magic Link/OTP" })
      .click();
    await page.getByText("Sign in to Bakery: Your code is 3SLSWZ").waitFor();
    await write(page, template("{missing.name}"));
    await page.getByRole("alert").getByText("missing is not defined").waitFor();
    await button(page, "Line 8").click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain("{missing.name}");
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(1);

    await write(page, template("Hello {variables.name}, {variables.count} times"));
    await mail(page).getByText("Hello Grace, 5 times").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved.").waitFor();
    const stored = (await app.listEmailTemplates()).find(({ id }) => id === magicLink);
    expect(stored?.tsxSource).toContain("Hello {variables.name}");
  });
});

describe("the preview of a mail", () => {
  it("runs no script and leads nowhere, under the policy of the site", async ({ expect }) => {
    // Attack: who writes a template for the project takes over the session of an owner who opens it.
    const tolerated =
      /ERR_INVALID_URL|Blocked script execution|Refused to (execute|run)|Content Security Policy|Blocked opening/;
    const { page, app } = await open(gatehouse, "emails/drafts", { tolerated });
    const attack = `"<a id='link' href='https://attacker.example/'>Win</a><img src='data:x' onerror='top.stolen=1'><script>top.stolen=1</script>"`;
    const source = `export const EmailTemplate = () => <div dangerouslySetInnerHTML={{ __html: ${attack} }} />;`;
    const { id } = await app.createEmailDraft({ displayName: "News", tsxSource: source });
    const policy =
      sitePolicies()
        .get("/*")
        ?.replace(/; frame-ancestors.*/, "") ?? "";
    expect(policy).toContain("default-src 'none'");
    await page.reload();
    await page.getByRole("link", { name: "News" }).waitFor();
    await page.evaluate((content) => {
      document.head.append(
        Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content }),
      );
    }, policy);
    await page.getByRole("link", { name: "News" }).click();
    await page.waitForURL(`**/${id}`);
    await editorLoaded(page);
    // Its styles are allowed.
    expect(await page.locator(".cm-gutters").evaluate((element) => getComputedStyle(element).display)).toBe("flex");
    await page.getByText("Phone", { exact: true }).click();
    await mail(page).getByRole("link", { name: "Win" }).click();
    await mail(page).getByRole("link", { name: "Win" }).waitFor();
    expect(page.context().pages()).toHaveLength(1);
    expect(await page.evaluate(() => "stolen" in globalThis)).toBe(false);
  });
});
