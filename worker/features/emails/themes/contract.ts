// Themes: the frames of a project's emails.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { noQuery, Success, shortText } from "../../../protocol/fields";
import { projectIsBusy } from "../../projects/changes/contract";
import { themeNotFound, tsxSource } from "../contract";

/** With the themes that every project has. */
export const maxThemes = 100;

export const tooManyThemes = plainError(400, `A project has at most ${maxThemes} themes`, {
  remedy: "Delete one that the project does not use.",
});

const params = z.strictObject({ theme_id: shortText.describe("The id of the theme.") });

export const listThemes = endpoint("GET /internal/email-themes", {
  summary: "List the themes of emails",
  description: "Those that every project has come first.",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    themes: z
      .array(
        z
          .object({
            id: z.string().describe("The id of the theme."),
            display_name: z.string().describe("The name for people."),
          })
          .meta({ id: "EmailTheme" }),
      )
      .describe("All themes of the project."),
  }),
});

export const createTheme = endpoint("POST /internal/email-themes", {
  summary: "Create a theme",
  description: "Its source begins as that of Default Light. It is renamed in the configuration document.",
  access: adminOnly,
  query: noQuery,
  body: z.strictObject({ display_name: shortText.describe("The name for people.") }),
  response: z.object({ id: z.string().describe("The new id.") }),
  errors: [tooManyThemes, projectIsBusy],
});

export const readTheme = endpoint("GET /internal/email-themes/{theme_id}", {
  summary: "Read a theme with its source",
  description: "Of a theme that every project has, the source is the project's own once it has changed it.",
  access: adminOnly,
  params,
  query: noQuery,
  response: z.object({
    display_name: z.string().describe("The name for people."),
    tsx_source: z.string().describe("A TSX module that exports `EmailTheme`, of up to 200,000 characters."),
  }),
  errors: [themeNotFound],
});

export const updateTheme = endpoint("PATCH /internal/email-themes/{theme_id}", {
  summary: "Change the source of a theme",
  description:
    "The theme is rendered around a sample first, and not stored if that fails, or if the sample is not in what it renders.",
  access: adminOnly,
  limit: "rendering",
  shares: ["renderings"],
  params,
  query: noQuery,
  body: z.strictObject({
    tsx_source: tsxSource.describe("A TSX module that exports `EmailTheme`, of up to 200,000 characters."),
  }),
  response: z.object({ display_name: z.string().describe("The name for people.") }),
  errors: [themeNotFound, "EMAIL_RENDERING_ERROR", projectIsBusy],
});

export const deleteTheme = endpoint("DELETE /internal/email-themes/{theme_id}", {
  summary: "Delete a theme",
  description:
    "What had it is sent in the default theme. One that every project has is not gone: it has its own source and name again.",
  access: adminOnly,
  params,
  query: noQuery,
  response: Success,
  errors: [themeNotFound, projectIsBusy],
});
