// Templates: the emails of a project, among them those that the system sends.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { noQuery, Success, shortText, uuid } from "../../../protocol/fields";
import { projectIsBusy } from "../../projects/changes/contract";
import { templateNotFound, themeChoice, tsxSource } from "../contract";

/** With the templates that every project has. */
export const maxTemplates = 200;

export const tooManyTemplates = plainError(400, `A project has at most ${maxTemplates} templates`, {
  remedy: "Delete one that the project does not use.",
});

export const listTemplates = endpoint("GET /internal/email-templates", {
  summary: "List the templates of emails with their sources",
  description: "Those that every project has come first.",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    templates: z
      .array(
        z
          .object({
            id: z.string().describe("The id of the template."),
            display_name: z.string().describe("The name for people."),
            tsx_source: z
              .string()
              .describe(
                "A TSX module that exports `EmailTemplate`, and `variablesSchema` where it takes variables, of up to 200,000 characters.",
              ),
            theme_id: z
              .union([z.string(), z.literal(false)])
              .optional()
              .describe("The theme of the template, `false` for none; absent for the active theme."),
          })
          .meta({ id: "EmailTemplate" }),
      )
      .describe("All templates of the project."),
  }),
});

export const createTemplate = endpoint("POST /internal/email-templates", {
  summary: "Create a template",
  description:
    "Its source begins as a small sample. No other template may have its name, in any case. It is renamed in the configuration document.",
  access: adminOnly,
  query: noQuery,
  body: z.strictObject({ display_name: shortText.describe("The name for people.") }),
  response: z.object({ id: z.string().describe("The new id.") }),
  errors: ["EMAIL_TEMPLATE_ALREADY_EXISTS", tooManyTemplates, projectIsBusy],
});

export const updateTemplate = endpoint("PATCH /internal/email-templates/{template_id}", {
  summary: "Change the source and the theme of a template",
  description:
    "The template is rendered with its preview values in its theme first, and not stored if that fails or if it has no `Subject` or `NotificationCategory`.",
  access: adminOnly,
  limit: "rendering",
  shares: ["renderings"],
  params: z.strictObject({ template_id: uuid.describe("The id of the template.") }),
  query: noQuery,
  body: z.strictObject({
    tsx_source: tsxSource.describe(
      "A TSX module that exports `EmailTemplate`, and `variablesSchema` where it takes variables, of up to 200,000 characters.",
    ),
    theme_id: themeChoice
      .nullish()
      .describe("The theme of the template: an id, `false` for none, `null` for the active theme. Absent: unchanged."),
  }),
  response: z.object({
    rendered_html: z.string().describe("The email with the template's preview values, in its theme."),
  }),
  errors: ["REQUIRES_CUSTOM_EMAIL_SERVER", templateNotFound, "EMAIL_RENDERING_ERROR", projectIsBusy],
});

export const deleteTemplate = endpoint("DELETE /internal/email-templates/{template_id}", {
  summary: "Delete a template",
  description: "One that every project has is not gone: it has its own source, name and theme again.",
  access: adminOnly,
  params: z.strictObject({ template_id: uuid.describe("The id of the template.") }),
  query: noQuery,
  response: Success,
  errors: [templateNotFound, projectIsBusy],
});
