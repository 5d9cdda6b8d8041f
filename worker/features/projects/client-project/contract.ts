// Describes what every client may read of a project, as most isolates do.
import * as z from "zod";
import { fonts, radii } from "../../../config/areas/appearance";
import { customerType } from "../../../config/areas/payments";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { noQuery } from "../../../protocol/fields";
import { ours, since } from "../../../protocol/official-clients";

export const flags = {
  sign_up_enabled: z
    .boolean()
    .describe("Whether people may make accounts themselves. Servers create users in any case."),
  credential_enabled: z.boolean().describe("Whether users may sign in by password."),
  magic_link_enabled: z.boolean().describe("Whether users may sign in by codes and links that are emailed to them."),
  passkey_enabled: z.boolean().describe("Whether users may sign in by passkey."),
  client_team_creation_enabled: z.boolean().describe("Whether clients may create teams."),
  client_user_deletion_enabled: z.boolean().describe("Whether clients may delete their own user."),
  allow_user_api_keys: z.boolean().describe("Whether users may have API keys."),
  allow_team_api_keys: z.boolean().describe("Whether teams may have API keys."),
};

export const enabledProviders = z
  .array(
    z.object({ id: z.string().describe("The provider's id, such as `google`.") }).meta({ id: "ProviderReference" }),
  )
  .describe("The OAuth providers by which users may sign in.");

/** Rules that the forms of the pages follow. */
export const rules = {
  password_min_length: ours(z.number().describe("How many characters a new password has at least.")),
  totp_mfa_enabled: ours(
    z.boolean().describe("Whether users may set up an authenticator app. Those who have one keep it."),
  ),
};

export const customerTypes = ours(
  z.array(customerType).describe("The kinds of customers that the project has offers or items for."),
);

/** Says how the emails and pages of a project look, and what they link to; null where the project has set nothing. */
export const Appearance = z
  .object({
    logo_url: z.string().nullable().describe("The address of the logo, or `null` for none."),
    logo_dark_url: z
      .string()
      .nullable()
      .describe("The address of the logo on dark pages, or `null` for the same as on light ones."),
    accent_color: z
      .string()
      .nullable()
      .describe("The colour of buttons, as `#rrggbb`, or `null` for none of the project's own."),
    radius: z
      .enum(radii)
      .nullable()
      .describe("How round the corners of the pages are, or `null` where the project has not chosen."),
    font: z
      .enum(fonts)
      .nullable()
      .describe("The kind of typeface of the pages, or `null` where the project has not chosen."),
    terms_url: z.string().nullable().describe("The address of the terms of service, or `null` for none."),
    privacy_url: z.string().nullable().describe("The address of the privacy policy, or `null` for none."),
    support_url: z
      .string()
      .nullable()
      .describe("Where users get help, a web address or one that begins with `mailto:`, or `null` for none."),
    home_url: z.string().nullable().describe("The address of the project's website, or `null` for none."),
    texts: z
      .record(z.string(), z.string())
      .describe("Texts of the project's own, each under the English text that it replaces."),
  })
  .meta({ id: "Appearance" });

export const appearance = ours(
  Appearance.describe("How the emails and the sign-in pages of the project look, and what they link to."),
);

const TrustedDomain = z
  .object({
    domain: z
      .string()
      .describe(
        "An origin such as `https://app.example.com`. `*` stands for a part of the host name without dots, `**` for any.",
      ),
    handler_path: z.string().describe("The path of the sign-in pages on that domain. `/handler` by default."),
  })
  .meta({ id: "TrustedDomain" });

export const trustedDomains = z.array(TrustedDomain);

export const allowLocalhost = z
  .boolean()
  .describe("Whether pages on this computer (`localhost`, `127.x.x.x`, `[::1]`) count as trusted. For development.");

/** A project as every holder of its publishable key sees it. */
export const ClientProject = z
  .object({
    id: z.string().describe("The project's id, a UUID, or `internal`."),
    display_name: z.string().describe("The project's name."),
    config: z
      .object({
        ...flags,
        ...rules,
        enabled_oauth_providers: enabledProviders,
        customer_types: customerTypes,
        appearance,
        domains: since(
          "2.8.51",
          trustedDomains.describe("The trusted domains: where links, codes and redirects may lead."),
        ),
        allow_localhost: since("2.8.102", allowLocalhost.clone()),
      })
      .meta({ id: "ProjectConfig" })
      .describe("The project's settings."),
  })
  .meta({ id: "Project" });

export const readClientProject = endpoint("GET /projects/current", {
  summary: "Read what clients may see of the project",
  access: clientOrHigher,
  query: noQuery,
  response: ClientProject,
  readsAnywhere: true,
});
