import { type ProjectConfig, themeSourceFor } from "../../config";
import type { Draft } from "../../db/email-drafts/queries";
import type { NewSend } from "../../db/email-sends/changes";
import type { Failing } from "../../protocol/failing";
import type { SendRequest } from "./contract";
import * as contract from "./contract";

/** What the mails of a request are made from. They are made later, from the sources as they are now. */
export type RequestedContent = Pick<NewSend, "variant" | "content" | "source" | "themeSource">;

/** @param draft the draft that the request names, where there is one */
export function contentOf(
  { fail }: Failing<typeof contract.templateNotFound | typeof contract.draftNotFound>,
  emails: ProjectConfig["emails"],
  body: SendRequest,
  draft: Draft | undefined,
): RequestedContent {
  if ("html" in body) {
    const themeSource = themeSourceFor(emails, body.theme_id);
    return { variant: "html", content: { sourceId: null, variables: {} }, source: body.html, themeSource };
  }
  if ("template_id" in body) {
    const { template_id: sourceId, variables = {} } = body;
    const template = Object.hasOwn(emails.templates, sourceId) ? emails.templates[sourceId] : undefined;
    if (!template) return fail(contract.templateNotFound);
    const themeSource = themeSourceFor(emails, body.theme_id);
    return { variant: "template", content: { sourceId, variables }, source: template.tsxSource, themeSource };
  }
  if (!draft) return fail(contract.draftNotFound);
  const themeSource = themeSourceFor(emails, body.theme_id === undefined ? draft.themeId : body.theme_id);
  return { variant: "draft", content: { sourceId: draft.id, variables: {} }, source: draft.tsxSource, themeSource };
}
