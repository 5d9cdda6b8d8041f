import type { Caller } from "../requests/caller";

/** A mail of the project, which may have variables: those that the system sends, and others. */
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
