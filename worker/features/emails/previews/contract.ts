// Previews: how an email looks before it is sent or stored.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { noQuery, uuid } from "../../../protocol/fields";
import { themeChoice, tsxSource } from "../contract";

export const noSuchTheme = plainError(400, "No theme found with given id", {
  remedy: "Check the id: the project may not have this theme any more.",
});

export const noSuchTemplate = plainError(400, "No template found with given id", {
  remedy: "Check the id: the project may not have this template any more.",
});

const common = {
  notification_category_name: z
    .enum(["Transactional", "Marketing"])
    .optional()
    .describe(
      "The category to send the email in. With it, the theme gets its link to unsubscribe only where the sent email has one. What the template says wins.",
    ),
};
const byId = {
  ...common,
  template_id: uuid.describe("The id of a template of the project."),
};
const bySource = {
  ...common,
  template_tsx_source: tsxSource.describe(
    "A TSX module that exports `EmailTemplate`, and `variablesSchema` where it takes variables, of up to 200,000 characters.",
  ),
};
const inStoredTheme = {
  theme_id: themeChoice
    .optional()
    .describe("The id of a theme of the project, `false` for none. Absent: the active theme."),
};
const inThemeSource = {
  theme_tsx_source: tsxSource.describe("A TSX module that exports `EmailTheme`, of up to 200,000 characters."),
};

export const renderEmail = endpoint("POST /emails/render-email", {
  summary: "Render an email as a preview",
  description:
    "A stored template or a source, in a stored theme or in the source of one, with the template's preview values. Nothing is stored.",
  access: adminOnly,
  limit: "rendering",
  shares: ["renderings"],
  query: noQuery,
  body: z.union([
    z.strictObject({ ...byId, ...inStoredTheme }),
    z.strictObject({ ...byId, ...inThemeSource }),
    z.strictObject({ ...bySource, ...inStoredTheme }),
    z.strictObject({ ...bySource, ...inThemeSource }),
  ]),
  response: z.object({
    html: z.string().describe("The email as HTML, in its theme."),
    subject: z.string().optional().describe("The value of the template's `Subject`, absent without one."),
    notification_category: z
      .string()
      .optional()
      .describe("The value of the template's `NotificationCategory`, absent without one."),
  }),
  errors: [noSuchTheme, noSuchTemplate, "EMAIL_RENDERING_ERROR"],
});
