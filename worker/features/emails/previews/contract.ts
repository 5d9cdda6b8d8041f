// Previews: how a mail looks before it is sent or stored.
import * as z from "zod";
import { adminOnly, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { noQuery, uuid } from "../../../protocol/fields";
import { themeChoice, tsxSource } from "../contract";

export const noSuchTheme = plainError(400, "No theme found with given id");

export const noSuchTemplate = plainError(400, "No template found with given id");

const byId = { template_id: uuid };
const bySource = { template_tsx_source: tsxSource };
const inStoredTheme = { theme_id: themeChoice.optional() };
const inThemeSource = { theme_tsx_source: tsxSource };

export const renderEmail = endpoint("POST /emails/render-email", {
  summary: "Render a mail as a preview",
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
    html: z.string(),
    subject: z.string().optional(),
    notification_category: z.string().optional(),
  }),
  errors: [noSuchTheme, noSuchTemplate, "EMAIL_RENDERING_ERROR"],
});
