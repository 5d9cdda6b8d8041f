import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { emailDrafts } from "../../db/email-drafts/schema";
import { mailbox } from "../../testing/mailbox";
import { db, type TestProject } from "../../testing/project";
import { bareUser } from "../../testing/tokens";
import { marketingId } from "../users/notification-preferences/notification-preferences.fixtures";
import { unknownId } from "../users/users/users.fixtures";
import { finished, type Reader, readers, recipientsOf, sendEmail, sendingProject } from "./email-sends.fixtures";

const templateId = "5a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d";
const themeId = "6b2c3d4e-5f6a-4b7c-9d8e-9f0a1b2c3d4e";

const imports = `import { NotificationCategory, Subject } from "@stackframe/emails";`;

const greeting = `${imports}
import { type } from "arktype";
export const variablesSchema = type({ count: "number" });
export function EmailTemplate({ user, project, variables }) {
  return <p>
    <Subject value={"For " + user.displayName} />
    <NotificationCategory value="Marketing" />
    Hello {user.displayName ?? "you"}, {project.displayName} has {variables.count} news
  </p>;
}`;

const ownTheme = `import { Html } from "@react-email/components";
export function EmailTheme({ children, unsubscribeLink }) {
  return <Html><main>THEME {children} {unsubscribeLink ? <a href={unsubscribeLink}>No more</a> : null}</main></Html>;
}`;

function withTemplate(tsxSource: string): Promise<TestProject> {
  return sendingProject(undefined, {
    [`emails.templates.${templateId}`]: { displayName: "News", tsxSource },
    [`emails.themes.${themeId}`]: { displayName: "Own", tsxSource: ownTheme },
  });
}

async function newDraft(p: TestProject, tsxSource: string, theme: string | false | null): Promise<string> {
  const id = crypto.randomUUID();
  const times = { createdAt: 1, updatedAt: 1, sourceBytes: tsxSource.length };
  await db.batch([
    db.insert(emailDrafts).values({ projectId: p.id, id, displayName: "Draft", themeId: theme, tsxSource, ...times }),
  ]);
  return id;
}

/** Sends to a user and returns the email. */
async function mailFrom(p: TestProject, reader: Reader, body: object) {
  const before = await mailbox({ to: reader.email, atLeast: 0 });
  const sent = await p.server(sendEmail, { body: { user_ids: [reader.id], ...body } });
  expect(sent.status).toBe(200);
  expect(await finished(p, sent.body.send_id)).toMatchObject({ counts: { sent: 1 } });
  return (await mailbox({ to: reader.email, atLeast: before.length + 1 })).at(-1);
}

/** Reads which theme the email to a user is in. */
async function themeOf(p: TestProject, user: Reader, body: object): Promise<string> {
  const html = (await mailFrom(p, user, body))?.html ?? "";
  return html.includes("THEME") ? "own" : html.includes("max-width:480px") ? "selected" : "none";
}

describe("emails from templates and drafts", () => {
  it("have the template's subject and category and each user's name; the request's subject wins", async () => {
    const p = await withTemplate(greeting);
    const [ada] = (await readers(p, 1)) as [Reader];
    const body = { template_id: templateId, variables: { count: 3 }, notification_category_name: "Transactional" };
    const email = await mailFrom(p, ada, body);
    expect(email?.subject).toBe("For Ada");
    expect(email?.text).toContain("Hello Ada, Test project has 3 news");
    expect(email?.message.headers.some(({ key }) => key === "list-unsubscribe")).toBe(true);
    expect((await mailFrom(p, ada, { ...body, subject: "Own" }))?.subject).toBe("Own");
  });

  it("are listed with their source, and with the subject and category that it turned out to say", async () => {
    const p = await withTemplate(greeting);
    const [ada] = (await readers(p, 1)) as [Reader];
    const draftId = await newDraft(p, greetingDraft.replace("Transactional", "Marketing"), null);
    const variables = { count: 3 };
    for (const [body, shown] of [
      [
        { template_id: templateId, variables },
        { template_id: templateId, draft_id: null, subject: "For Ada" },
      ],
      [
        { template_id: templateId, variables, subject: "Own" },
        { template_id: templateId, subject: "Own" },
      ],
      [{ draft_id: draftId }, { template_id: null, draft_id: draftId, subject: "Draft" }],
    ] as const) {
      const sent = await p.server(sendEmail, { body: { user_ids: [ada.id], ...body } });
      const { send_id } = sent.body;
      expect(await finished(p, send_id)).toMatchObject({ ...shown, notification_category_name: "Marketing" });
      const [events] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.targetId, send_id))]);
      const isOfDraft = "draft_id" in body;
      expect(events.map(({ details }) => details)).toEqual([
        {
          variant: isOfDraft ? "draft" : "template",
          ...(isOfDraft ? { draft_id: draftId } : { template_id: templateId }),
          subject: "subject" in body ? body.subject : null,
          category: null,
          recipients: 1,
        },
      ]);
    }
  });

  it("are listed without a subject and a category where none could be made", async () => {
    const p = await withTemplate(greeting);
    const [ada] = (await readers(p, 1)) as [Reader];
    const { body } = await p.server(sendEmail, { body: { template_id: templateId, user_ids: [ada.id] } });
    const shown = { template_id: templateId, subject: null, notification_category_name: null, counts: { failed: 1 } };
    expect(await finished(p, body.send_id)).toMatchObject(shown);
  });

  it("are not sent to users who refuse the template's category, whatever the request says", async () => {
    const p = await withTemplate(greeting);
    const [ada, grace] = (await readers(p, 2)) as [Reader, Reader];
    await p.server("PATCH /emails/notification-preference/{user_id}/{notification_category_id}", {
      params: { user_id: grace.id, notification_category_id: marketingId },
      body: { enabled: false },
    });
    const { body } = await p.server(sendEmail, {
      body: { template_id: templateId, variables: { count: 3 }, user_ids: [ada.id, grace.id] },
    });
    expect(await finished(p, body.send_id)).toMatchObject({ counts: { sent: 1, skipped: 1 } });
    expect((await recipientsOf(p, body.send_id)).get(grace.id)).toMatchObject({ skip_reason: "unsubscribed" });
  });

  it.each([
    ["html", { html: "<p>News</p>" }],
    ["a template", { template_id: templateId, variables: { count: 1 } }],
  ])(
    "of %s stand in the theme that is asked for: an own one, none, the selected one for null and unknown ones",
    async (_, content) => {
      const p = await withTemplate(greeting);
      const [ada] = (await readers(p, 1)) as [Reader];
      const found = [];
      for (const theme_id of [themeId, false, null, unknownId, undefined]) {
        found.push(await themeOf(p, ada, { ...content, theme_id }));
      }
      expect(found).toEqual(["own", "none", "selected", "selected", "selected"]);
    },
  );

  it("of a draft stand in its theme, or in the one that is asked for", async () => {
    const p = await withTemplate(greeting);
    const [ada] = (await readers(p, 1)) as [Reader];
    const drafts = { own: await newDraft(p, greetingDraft, themeId), none: await newDraft(p, greetingDraft, false) };
    expect(await themeOf(p, ada, { draft_id: drafts.own })).toBe("own");
    expect(await themeOf(p, ada, { draft_id: drafts.none })).toBe("none");
    expect(await themeOf(p, ada, { draft_id: drafts.none, theme_id: null })).toBe("selected");
  });

  it("show in the log which line of the source is wrong, and others go out", async () => {
    const p = await withTemplate(`${imports}
export function EmailTemplate({ user }) {
  return <p><Subject value="Hi" /><NotificationCategory value="Transactional" />{user.displayName.toUpperCase()}</p>;
}`);
    const [ada] = (await readers(p, 1)) as [Reader];
    const nameless = await bareUser(p.id, { primaryEmail: "nameless@inbox.test" });
    const { body } = await p.server(sendEmail, {
      body: { template_id: templateId, user_ids: [ada.id, nameless], subject: "Hi" },
    });
    expect(await finished(p, body.send_id)).toMatchObject({ counts: { sent: 1, failed: 1 } });
    expect((await recipientsOf(p, body.send_id)).get(nameless)).toMatchObject({
      status: "failed",
      error: { errorType: "rendering", canRetry: false, message: expect.stringMatching(/^template, line 3: /) },
    });
  });

  it("fail for all when variables are missing, once for each and without an email", async () => {
    const p = await withTemplate(greeting);
    const users = await readers(p, 7);
    const user_ids = users.map(({ id }) => id);
    const { body } = await p.server(sendEmail, { body: { template_id: templateId, user_ids } });
    expect(await finished(p, body.send_id)).toMatchObject({ counts: { sent: 0, failed: 7 } });
    for (const { error, attempts } of (await recipientsOf(p, body.send_id)).values()) {
      expect({ attempts, message: error.message }).toEqual({ attempts: 1, message: expect.stringContaining("count") });
    }
  });
});

const greetingDraft = `${imports}
export function EmailTemplate() {
  return <p><Subject value="Draft" /><NotificationCategory value="Transactional" />Words</p>;
}`;
