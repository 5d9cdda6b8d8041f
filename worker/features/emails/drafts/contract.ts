// Drafts: emails that owners write, and send when they are done.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { millis, noQuery, Success, shortText, uuid } from "../../../protocol/fields";
import { themeChoice, tsxSource } from "../contract";

/** Limits what a project may have: drafts, and bytes of their sources together. */
export const draftLimits = { drafts: 200, bytes: 8 * 1024 * 1024 };

export const draftNotFound = plainError(404, "No draft found with given id", {
  remedy: "Check the id: the project may not have this draft any more.",
});

export const tooManyDrafts = plainError(
  400,
  `A project has at most ${draftLimits.drafts} drafts, with sources of ${draftLimits.bytes} bytes together. Delete some first.`,
  { remedy: "Delete drafts that were sent." },
);

const Draft = z
  .object({
    id: z.string().describe("The id of the draft."),
    display_name: z.string().describe("The name for people."),
    tsx_source: z
      .string()
      .describe(
        "A TSX module that exports `EmailTemplate`, and `variablesSchema` where it takes variables, of up to 200,000 characters.",
      ),
    theme_id: z
      .union([z.string(), z.literal(false)])
      .optional()
      .describe("The theme of the draft, `false` for none; absent for the active theme."),
    sent_at_millis: millis.nullable().describe("When the draft was last sent, or `null`."),
  })
  .meta({ id: "EmailDraft" });

const params = z.strictObject({ draft_id: uuid.describe("The id of the draft.") });

export const listDrafts = endpoint("GET /internal/email-drafts", {
  summary: "List the drafts of emails with their sources",
  description: "The one that was changed last comes first.",
  access: adminOnly,
  query: noQuery,
  response: z.object({ drafts: z.array(Draft).describe("All drafts of the project.") }),
});

export const createDraft = endpoint("POST /internal/email-drafts", {
  summary: "Create a draft",
  description:
    "Without a source it begins as a small sample. The source is not rendered before it is previewed or sent.",
  access: adminOnly,
  query: noQuery,
  body: z.strictObject({
    display_name: shortText.describe("The name for people."),
    theme_id: themeChoice.optional().describe("The theme of the draft, `false` for none. Absent: the active theme."),
    tsx_source: tsxSource
      .optional()
      .describe(
        "A TSX module that exports `EmailTemplate`, and `variablesSchema` where it takes variables, of up to 200,000 characters. Absent: a small sample.",
      ),
  }),
  response: z.object({ id: z.string().describe("The new id.") }),
  errors: [tooManyDrafts],
});

export const readDraft = endpoint("GET /internal/email-drafts/{draft_id}", {
  summary: "Read a draft",
  description: "With its source, and when it was last sent.",
  access: adminOnly,
  params,
  query: noQuery,
  response: Draft,
  errors: [draftNotFound],
});

export const updateDraft = endpoint("PATCH /internal/email-drafts/{draft_id}", {
  summary: "Change a draft",
  description: "Absent fields stay as they are.",
  access: adminOnly,
  params,
  query: noQuery,
  body: z.strictObject({
    display_name: shortText.optional().describe("The name for people."),
    theme_id: themeChoice.optional().describe("The theme of the draft, `false` for none."),
    tsx_source: tsxSource
      .optional()
      .describe(
        "A TSX module that exports `EmailTemplate`, and `variablesSchema` where it takes variables, of up to 200,000 characters.",
      ),
  }),
  response: z.object({ ok: z.literal("ok").describe("Always `ok`.") }),
  errors: [draftNotFound, tooManyDrafts],
});

export const deleteDraft = endpoint("DELETE /internal/email-drafts/{draft_id}", {
  summary: "Delete a draft",
  description: "Emails that were sent from it are sent all the same.",
  access: adminOnly,
  params,
  query: noQuery,
  response: Success,
  errors: [draftNotFound],
});
