import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { cannotBeRendered, email } from "../../../scripts/testing/email-source";
import { newAppWithMailServer, startProject } from "../../../scripts/testing/official-client";

const suite = startProject();

const theme = (colour: string) => `
import { Body, Head, Html, Link } from "@react-email/components";
import { ThemeProps } from "@stackframe/emails";

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html>
      <Head />
      <Body style={{ color: "${colour}" }}>
        {children}
        {unsubscribeLink && <Link href={unsubscribeLink}>Leave</Link>}
      </Body>
    </Html>
  );
}
`;

describe("the official admin app and the content of emails", () => {
  it("200: makes a theme, changes it, selects it, and sees emails in it", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const builtIn = await app.listEmailThemes();
    expect(builtIn.map(({ displayName }) => displayName)).toEqual(["Default Light", "Default Dark"]);
    const { id } = await app.createEmailTheme("Red");
    expect(await app.listEmailThemes()).toEqual([...builtIn, { id, displayName: "Red" }]);
    await app.updateEmailTheme(id, theme("#f00"));
    const broken = "export function EmailTheme() { return nothing; }";
    await expect(app.updateEmailTheme(id, broken)).rejects.toMatchObject(cannotBeRendered);

    const templateTsxSource = email("Hello");
    expect(await app.getEmailPreview({ themeId: id, templateTsxSource })).toContain("color:#f00");
    expect(await app.getEmailPreview({ templateTsxSource })).not.toContain("color:#f00");
    await (await app.getProject()).update({ config: { emailTheme: id } });
    expect((await app.getProject()).config.emailTheme).toBe(id);
    expect(await app.getEmailPreview({ templateTsxSource })).toContain("color:#f00");
    const themeTsxSource = theme("#0f0");
    expect(await app.getEmailPreview({ themeTsxSource, templateTsxSource })).toContain("color:#0f0");
  });

  it("200: writes a draft, changes it, and sends it", async ({ expect }) => {
    const app = await newAppWithMailServer(suite.gatehouse);
    const primaryEmail = newAddress();
    const user = await app.createUser({ primaryEmail, displayName: "Ada" });
    const { id } = await app.createEmailDraft({ displayName: "News", themeId: false });
    await app.updateEmailDraft(id, { tsxSource: email("News", "Marketing") });
    expect(await app.listEmailDrafts()).toEqual([
      { id, displayName: "News", themeId: false, tsxSource: email("News", "Marketing"), sentAt: null },
    ]);
    await app.sendEmail({ userIds: [user.id], draftId: id });
    const { subject, text } = await suite.gatehouse.mailbox.waitFor({ to: primaryEmail });
    expect([subject, text]).toEqual(["News from Under test", expect.stringContaining("News Ada, welcome to here")]);
    expect(await app.listEmailDrafts()).toMatchObject([{ id, sentAt: expect.any(Date) }]);
  });
});
