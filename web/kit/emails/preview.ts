import type { Caller } from "../requests/caller";
import type { BodyOf } from "../requests/endpoints";
import { wireNames } from "../requests/wire-names";

/** What to render: a stored template or the source of one, in a stored theme or in the source of one. */
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
  // The API refuses what is no mail, such as two templates.
  const { html } = await caller.write("POST /emails/render-email", {
    body: body as BodyOf<"POST /emails/render-email", "admin">,
  });
  return html;
}
