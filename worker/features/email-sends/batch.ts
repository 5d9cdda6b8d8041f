import type { NewSend } from "../../db/email-sends/changes";
import type { DueRecipient } from "../../db/email-sends/queries";
import type { Project } from "../../db/projects/project";
import type { Statement } from "../../platform/database";
import type { PlatformTools } from "../../platform/tools";
import { type EmailSource, lookOf, type RenderResult, renderEmails } from "../email-rendering";
import {
  findCategory,
  type NotificationCategory,
  newUnsubscribeLink,
  notificationCategories,
} from "../users/notification-preferences";
import { htmlEmails } from "./html-email";

/** The send that a run delivers, with what its emails are made from. */
export type RunningSend = NewSend;

/** Holds what the emails of a send are made from. */
export type SendSource = Pick<NewSend, "variant" | "source" | "themeSource" | "content">;

/** An email that is ready to go out. */
export interface ReadyEmail {
  recipient: DueRecipient;
  email: string;
  subject: string;
  categoryId: string;
  html: string;
  text: string;
  /** Its reader refuses the category by this; absent where that cannot be refused. */
  unsubscribeLink?: string;
}

/** Says what becomes of recipients before anything is sent. */
export interface PreparedBatch {
  emails: ReadyEmail[];
  unwanted: DueRecipient[];
  /** Those whose emails cannot be made, with the reason. */
  broken: { recipient: DueRecipient; email: string; message: string }[];
}

type Addressed = { recipient: DueRecipient; email: string };

/** Makes the emails of recipients who have addresses, and the links in them. The category may be said by the source itself. */
export async function prepareEmails(
  tools: PlatformTools,
  project: Project,
  send: RunningSend,
  addressed: readonly Addressed[],
): Promise<PreparedBatch> {
  const fallback = findCategory(send.categoryId) ?? (notificationCategories[0] as NotificationCategory);
  const prepared: PreparedBatch = { emails: [], unwanted: [], broken: [] };
  let group = { category: fallback, some: [...addressed] };
  const tried = new Set<string>();
  const waiting = [group];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    group = next;
    tried.add(group.category.id);
    const others = await prepareGroup(tools, project, send, group, prepared, fallback);
    for (const [category, some] of others) {
      // A source that says another category each time it is asked is sent under none of them.
      if (tried.has(category.id)) for (const each of some) prepared.broken.push({ ...each, message: changingCategory });
      else waiting.push({ category, some });
    }
  }
  return prepared;
}

const changingCategory = "The notification category is not the same each time the email is rendered";

/** Makes the emails of one category, and returns those that turn out to belong to another one. */
async function prepareGroup(
  tools: PlatformTools,
  project: Project,
  send: RunningSend,
  { category, some }: { category: NotificationCategory; some: Addressed[] },
  prepared: PreparedBatch,
  fallback: NotificationCategory,
): Promise<Map<NotificationCategory, Addressed[]>> {
  const others = new Map<NotificationCategory, Addressed[]>();
  // What HTML belongs to is said by the request alone.
  const wanting = send.variant === "html" ? some.filter(({ recipient }) => wants(recipient, category)) : some;
  prepared.unwanted.push(...some.filter((each) => !wanting.includes(each)).map(({ recipient }) => recipient));
  const links = category.canDisable ? await unsubscribeLinks(tools, project.id, category, wanting) : [];
  const linked = wanting.map((each, index) => ({ ...each, link: links[index] }));
  for (const { each, email, problem } of await renderGroup(tools, project, send, linked)) {
    if (!email) {
      prepared.broken.push({ recipient: each.recipient, email: each.email, message: problem });
      continue;
    }
    const own = notificationCategories.find(({ name }) => name === email.notificationCategory) ?? fallback;
    if (own !== category) {
      others.set(own, [...(others.get(own) ?? []), { recipient: each.recipient, email: each.email }]);
    } else if (!wants(each.recipient, category)) {
      prepared.unwanted.push(each.recipient);
    } else {
      prepared.emails.push({
        recipient: each.recipient,
        email: each.email,
        subject: send.subject ?? email.subject ?? "",
        categoryId: category.id,
        html: email.html,
        text: email.text,
        ...(each.link && { unsubscribeLink: each.link }),
      });
    }
  }
  return others;
}

function wants({ refusedCategories }: DueRecipient, { id }: NotificationCategory): boolean {
  return !refusedCategories.includes(id);
}

async function unsubscribeLinks(
  tools: PlatformTools,
  projectId: string,
  { id: categoryId }: NotificationCategory,
  addressed: readonly Addressed[],
): Promise<string[]> {
  const made = await Promise.all(
    addressed.map(({ recipient: { userId } }) => newUnsubscribeLink(tools, { projectId, userId, categoryId })),
  );
  if (made.length > 0)
    await tools.db.batch(made.map(({ statement }) => statement) as unknown as [Statement, ...Statement[]]);
  return made.map(({ link }) => link);
}

type Linked = Addressed & { link: string | undefined };
type Rendered = { each: Linked } & (
  | { email: { html: string; text: string; subject?: string; notificationCategory?: string }; problem?: never }
  | { email?: never; problem: string }
);

/** After so many emails that cannot be made, one after the other, the rest of a group is not tried. */
const givenUpAfter = 5;

/** Renders the emails of a group together, or, where one of them fails, each by itself. */
async function renderGroup(
  tools: PlatformTools,
  project: Project,
  send: RunningSend,
  group: Linked[],
): Promise<Rendered[]> {
  if (group.length === 0) return [];
  const together = await render(tools, project, send, group);
  if (together.ok) return zip(group, together.emails);
  const { message } = together.error;
  if (group.length === 1 || together.error.reason === "unavailable")
    return group.map((each) => ({ each, problem: message }));
  const rendered: Rendered[] = [];
  for (const each of group) {
    if (rendered.length >= givenUpAfter && rendered.every(({ problem }) => problem !== undefined)) {
      rendered.push({ each, problem: message });
      continue;
    }
    const alone = await render(tools, project, send, [each]);
    rendered.push(...(alone.ok ? zip([each], alone.emails) : [{ each, problem: alone.error.message }]));
  }
  return rendered;
}

function zip(group: readonly Linked[], emails: readonly NonNullable<Rendered["email"]>[]): Rendered[] {
  return group.map((each, index) => {
    const email = emails[index];
    if (!email) throw new Error("An email is missing among the rendered ones");
    return { each, email };
  });
}

/** Returns what an email of a send says to a reader. It is made again from what is kept of the send, and without a link to unsubscribe. */
export function renderForReader(
  tools: PlatformTools,
  project: Project,
  send: SendSource,
  reader: { displayName: string | null },
): Promise<RenderResult> {
  return renderFor(tools, project, send, [{ ...reader, link: undefined }]);
}

function render(
  tools: PlatformTools,
  project: Project,
  send: RunningSend,
  group: readonly Linked[],
): Promise<RenderResult> {
  const readers = group.map(({ recipient: { displayName }, link }) => ({ displayName, link }));
  return renderFor(tools, project, send, readers);
}

async function renderFor(
  tools: PlatformTools,
  project: Project,
  send: SendSource,
  readers: readonly { displayName: string | null; link: string | undefined }[],
): Promise<RenderResult> {
  const ready = send.variant === "html" ? await htmlEmails(lookOf(project), send.themeSource, send.source) : undefined;
  if (ready) return { ok: true, emails: readers.map(({ link }) => ready(link)) };
  const source: EmailSource = send.variant === "html" ? { html: send.source } : { tsx: send.source };
  return renderEmails(
    tools,
    {
      projectId: project.id,
      source,
      themeSource: send.themeSource,
      variables: send.content.variables,
      project: lookOf(project),
      preview: false,
    },
    readers.map(({ displayName, link }) => ({
      user: { displayName },
      ...(link !== undefined && { unsubscribeLink: link }),
    })),
  );
}
