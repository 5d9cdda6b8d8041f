import type { BodyOf } from "../requests/endpoints";
import type { Json } from "../requests/json";
import { wireNames } from "../requests/wire-names";
import { nothing, tableOf } from "../rows/operation";

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

/** An email of the project, which may have variables: those that the system sends, and others. */
export interface EmailTemplate {
  readonly id: string;
  readonly displayName: string;
  /** A TSX module. */
  readonly tsxSource: string;
  /** Undefined for the project's active theme, false for none. */
  readonly themeId: string | false | undefined;
}

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
export interface EmailDraftUpdateOptions extends Partial<EmailDraftCreateOptions> {}

/** Says what to render: a stored template or the source of one, in a stored theme or in the source of one. */
export interface EmailPreviewOptions {
  readonly templateId?: string | undefined;
  readonly templateTsxSource?: string | undefined;
  /** Left out or null for the project's active theme, false for none. */
  readonly themeId?: string | false | null | undefined;
  readonly themeTsxSource?: string | undefined;
}

/** Says what the assistant is to write. */
export type ChatContext = "email-theme" | "email-template" | "email-draft";

/** A message of a thread. */
export interface ChatMessage {
  readonly role: "user" | "assistant" | "tool";
  /** A text, or blocks as the assistant returns them. */
  readonly content: Json;
}

/** Holds what the assistant says, and the sources that it has written, as calls of a tool. */
export type ChatContent = (
  | { type: "text"; text: string }
  | {
      type: "tool-call";
      toolName: "createEmailTheme" | "createEmailTemplate";
      toolCallId: string;
      /** `content` is a whole TSX module. */
      args: { content: string };
      /** `args` as text of JSON. */
      argsText: string;
      result: "success";
    }
)[];

/**
 * The body of a preview. The API refuses what is no email, such as two templates.
 * @internal
 */
export function previewBody({ templateId, templateTsxSource, themeId, themeTsxSource }: EmailPreviewOptions) {
  const body = wireNames({ templateId, templateTsxSource, themeId: themeId ?? undefined, themeTsxSource });
  return body as BodyOf<"POST /emails/render-email", "admin">;
}

const theme = (id: string) => ({ params: { theme_id: id } });
const draft = (id: string) => ({ params: { draft_id: id } });
const thread = (threadId: string) => ({ params: { thread_id: threadId } });
const ofName = (displayName: string) => ({ body: { display_name: displayName } });
const idOf = ({ id }: { id: string }) => ({ id });

/** Themes, templates and drafts of emails, their previews, and the assistant that writes them. */
export const emailContent = /* @__PURE__ */ tableOf("admin", ({ read, write }) => ({
  /** The themes of the project's emails: those that every project has first. */
  listEmailThemes: read(
    "GET /internal/email-themes",
    () => ({}),
    ({ themes }): EmailTheme[] => themes.map(({ id, display_name }) => ({ id, displayName: display_name })),
    "email-themes",
  ),

  /** Makes a theme, which begins with the source of the default one. */
  createEmailTheme: write("POST /internal/email-themes", ofName, idOf),

  /** A theme with its source. */
  getEmailTheme: read(
    "GET /internal/email-themes/{theme_id}",
    theme,
    ({ display_name, tsx_source }): EmailThemeSource => ({ displayName: display_name, tsxSource: tsx_source }),
    "email-themes",
  ),

  /** Changes the source of a theme. @throws KnownError `EMAIL_RENDERING_ERROR` */
  updateEmailTheme: write(
    "PATCH /internal/email-themes/{theme_id}",
    (id: string, tsxSource: string) => ({ ...theme(id), body: { tsx_source: tsxSource } }),
    nothing,
  ),

  /** The templates of the project's emails: those that the system sends first. */
  listEmailTemplates: read(
    "GET /internal/email-templates",
    () => ({}),
    ({ templates }): EmailTemplate[] =>
      templates.map(({ id, display_name, tsx_source, theme_id }) => ({
        id,
        displayName: display_name,
        tsxSource: tsx_source,
        themeId: theme_id,
      })),
    "email-templates",
  ),

  /** Makes a template, which begins with the source of a small sample. */
  createEmailTemplate: write("POST /internal/email-templates", ofName, idOf),

  /**
   * Changes the source of a template and, where it is given, its theme: null for the project's active one, false for none.
   * @throws KnownError `REQUIRES_CUSTOM_EMAIL_SERVER`, `EMAIL_RENDERING_ERROR`
   */
  updateEmailTemplate: write(
    "PATCH /internal/email-templates/{template_id}",
    (id: string, tsxSource: string, themeId?: string | false | null) => ({
      params: { template_id: id },
      body: { tsx_source: tsxSource, theme_id: themeId },
    }),
    ({ rendered_html }) => ({ renderedHtml: rendered_html }),
  ),

  /** The drafts of emails: the one that was changed last first. */
  listEmailDrafts: read(
    "GET /internal/email-drafts",
    () => ({}),
    ({ drafts }): EmailDraft[] =>
      drafts.map(({ id, display_name, tsx_source, theme_id, sent_at_millis }) => ({
        id,
        displayName: display_name,
        tsxSource: tsx_source,
        themeId: theme_id,
        sentAt: sent_at_millis === null ? null : new Date(sent_at_millis),
      })),
    "email-drafts",
  ),

  /** Makes a draft. Its source is not rendered before it is previewed or sent. */
  createEmailDraft: write(
    "POST /internal/email-drafts",
    (options: EmailDraftCreateOptions) => ({ body: wireNames(options) }),
    idOf,
  ),

  /** Changes the given fields of a draft. */
  updateEmailDraft: write(
    "PATCH /internal/email-drafts/{draft_id}",
    (id: string, options: EmailDraftUpdateOptions) => ({ ...draft(id), body: wireNames(options) }),
    nothing,
  ),

  /** Deletes a draft. */
  deleteEmailDraft: write("DELETE /internal/email-drafts/{draft_id}", draft, nothing),

  /** The HTML of an email, with the preview values of its template. @throws KnownError `EMAIL_RENDERING_ERROR` */
  getEmailPreview: read(
    "POST /emails/render-email",
    (options: EmailPreviewOptions) => ({ body: previewBody(options) }),
    ({ html }) => html,
    "email-previews",
  ),

  /**
   * Asks the assistant for a theme, a template or a draft. It stores nothing: the sources that it has written are in what is
   * returned.
   * @param threadId the id of what is written
   * @param messages all of the thread, the last one at the end
   */
  sendChatMessage: write(
    "POST /internal/ai-chat/{thread_id}",
    (threadId: string, contextType: ChatContext, messages: readonly ChatMessage[], abortSignal?: AbortSignal) => ({
      ...thread(threadId),
      body: { context_type: contextType, messages },
      signal: abortSignal,
    }),
    ({ content }): { content: ChatContent } => ({ content }),
  ),

  /** Appends a message, of either side, to a thread. */
  saveChatMessage: write(
    "PATCH /internal/ai-chat/{thread_id}",
    (threadId: string, message: Json) => ({ ...thread(threadId), body: { message } }),
    nothing,
  ),

  /** The stored messages of a thread, oldest first. */
  listChatMessages: read("GET /internal/ai-chat/{thread_id}", thread, ({ messages }): { messages: Json[] } => ({
    messages,
  })),
}));

export type EmailContent = typeof emailContent;
