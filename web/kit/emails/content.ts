import type { Caller } from "../requests/caller";
import type { BodyOf } from "../requests/endpoints";
import { wireNames } from "../requests/wire-names";

/** An email that is written once, and sent when it is done. */
export interface EmailDraft {
  readonly id: string;
  readonly displayName: string;
  /** A TSX module. */
  readonly tsxSource: string;
  /** Undefined for the project's active theme, false for none. */
  readonly themeId: string | false | undefined;
  /** Says when it was last sent; null for never. */
  readonly sentAt: Date | null;
}

export interface EmailDraftCreateOptions {
  readonly displayName: string;
  /** Left out for the project's active theme, false for none. */
  readonly themeId?: string | false | undefined;
  /** Left out for a small sample. */
  readonly tsxSource?: string | undefined;
}

/** Undefined fields stay as they are. */
export type EmailDraftUpdateOptions = Partial<EmailDraftCreateOptions>;

/** @internal */
export async function listEmailDrafts(caller: Caller<"admin">): Promise<EmailDraft[]> {
  const { drafts } = await caller.read("GET /internal/email-drafts");
  return drafts.map((draft) => ({
    id: draft.id,
    displayName: draft.display_name,
    tsxSource: draft.tsx_source,
    themeId: draft.theme_id,
    sentAt: draft.sent_at_millis === null ? null : new Date(draft.sent_at_millis),
  }));
}

/** @internal */
export async function createEmailDraft(
  caller: Caller<"admin">,
  options: EmailDraftCreateOptions,
): Promise<{ id: string }> {
  const { id } = await caller.write("POST /internal/email-drafts", { body: wireNames(options) });
  return { id };
}

/** @internal */
export async function updateEmailDraft(
  caller: Caller<"admin">,
  id: string,
  options: EmailDraftUpdateOptions,
): Promise<void> {
  const parts = { params: { draft_id: id }, body: wireNames(options) };
  await caller.write("PATCH /internal/email-drafts/{draft_id}", parts);
}

/** @internal */
export async function deleteEmailDraft(caller: Caller<"admin">, id: string): Promise<void> {
  await caller.write("DELETE /internal/email-drafts/{draft_id}", { params: { draft_id: id } });
}

/** An email of the project, which may have variables: those that the system sends, and others. */
export interface EmailTemplate {
  readonly id: string;
  readonly displayName: string;
  /** A TSX module. */
  readonly tsxSource: string;
  /** Undefined for the project's active theme, false for none. */
  readonly themeId: string | false | undefined;
}

/** @internal */
export async function listEmailTemplates(caller: Caller<"admin">): Promise<EmailTemplate[]> {
  const { templates } = await caller.read("GET /internal/email-templates");
  return templates.map((template) => ({
    id: template.id,
    displayName: template.display_name,
    tsxSource: template.tsx_source,
    themeId: template.theme_id,
  }));
}

/** @internal */
export async function createEmailTemplate(caller: Caller<"admin">, displayName: string): Promise<{ id: string }> {
  const { id } = await caller.write("POST /internal/email-templates", { body: { display_name: displayName } });
  return { id };
}

/** @internal */
export async function updateEmailTemplate(
  caller: Caller<"admin">,
  id: string,
  tsxSource: string,
  themeId?: string | false | null,
): Promise<{ renderedHtml: string }> {
  const parts = { params: { template_id: id }, body: { tsx_source: tsxSource, theme_id: themeId } };
  const { rendered_html } = await caller.write("PATCH /internal/email-templates/{template_id}", parts);
  return { renderedHtml: rendered_html };
}

/** The frame of a project's emails, as listed. */
export interface EmailTheme {
  readonly id: string;
  readonly displayName: string;
}

/** A theme with its source, a TSX module. */
export interface EmailThemeSource {
  readonly displayName: string;
  readonly tsxSource: string;
}

/** @internal */
export async function listEmailThemes(caller: Caller<"admin">): Promise<EmailTheme[]> {
  const { themes } = await caller.read("GET /internal/email-themes");
  return themes.map(({ id, display_name }) => ({ id, displayName: display_name }));
}

/** @internal */
export async function createEmailTheme(caller: Caller<"admin">, displayName: string): Promise<{ id: string }> {
  const { id } = await caller.write("POST /internal/email-themes", { body: { display_name: displayName } });
  return { id };
}

/** @internal */
export async function readEmailTheme(caller: Caller<"admin">, id: string): Promise<EmailThemeSource> {
  const theme = await caller.read("GET /internal/email-themes/{theme_id}", { params: { theme_id: id } });
  return { displayName: theme.display_name, tsxSource: theme.tsx_source };
}

/** @internal */
export async function updateEmailTheme(caller: Caller<"admin">, id: string, tsxSource: string): Promise<void> {
  const parts = { params: { theme_id: id }, body: { tsx_source: tsxSource } };
  await caller.write("PATCH /internal/email-themes/{theme_id}", parts);
}

/** Says what to render: a stored template or the source of one, in a stored theme or in the source of one. */
export interface EmailPreviewOptions {
  readonly templateId?: string | undefined;
  readonly templateTsxSource?: string | undefined;
  /** Left out or null for the project's active theme, false for none. */
  readonly themeId?: string | false | null | undefined;
  readonly themeTsxSource?: string | undefined;
}

/** @internal */
export async function getEmailPreview(caller: Caller<"admin">, options: EmailPreviewOptions): Promise<string> {
  const { templateId, templateTsxSource, themeId, themeTsxSource } = options;
  const body = wireNames({ templateId, templateTsxSource, themeId: themeId ?? undefined, themeTsxSource });
  // The API refuses what is no email, such as two templates.
  const { html } = await caller.write("POST /emails/render-email", {
    body: body as BodyOf<"POST /emails/render-email", "admin">,
  });
  return html;
}
