// Usage: what a project stores and uses, of what it may.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { integer, noQuery } from "../../protocol/fields";

export const readUsage = endpoint("GET /internal/usage", {
  summary: "Read what the project stores and uses, and may",
  description:
    "Storage is counted as things are stored and deleted: the bytes of their texts and of values of the data vault, and 400 for each row. Owners are emailed once at 80 %. At 100 % what would store more is refused with a 413; reads, sign-ins, deletions and exports go on. Images have a quota of their own. Of each share the project may take so much in a window, which begins with the first that is taken; what it asks for beyond is refused with a 429: processor time for hashes of other systems, emails rendered as previews, and emails by the instance's own server.",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    storage: z
      .object({
        used_bytes: integer.describe("Bytes that it stores: the lengths of all texts, and 400 for each row."),
        max_bytes: integer.describe("Bytes that it may store."),
        used_rows: integer.describe("Rows that it stores."),
        max_rows: integer.describe("Rows that it may store."),
        used_percent: integer.describe(
          "The larger of both shares, rounded down. From 100 on, what would store more is refused.",
        ),
        bytes_by_kind: z
          .object({
            users: integer.describe(
              "Users with their profiles, addresses, ways to sign in, API keys and permissions in the project.",
            ),
            sign_ins: integer.describe("Sessions, codes, sign-ins by OAuth that were begun, and tokens of providers."),
            teams: integer.describe("Teams, memberships and permissions in them."),
            emails: integer.describe(
              "Drafts, bulk emails with their recipients, the log of emails, and addresses that bounced.",
            ),
            webhooks: integer.describe("Endpoints, events, deliveries and attempts."),
            payments: integer.describe("Purchases, items and what is known of them at Stripe."),
            audit_log: integer.describe("Events of the audit log."),
            data_vault: integer.describe(
              "Values of the data vault. One that was deleted or became smaller counts as before for ten minutes.",
            ),
            settings: integer.describe(
              "The configuration with themes and templates, keys of the project, keys of data vaults, and threads of the assistant.",
            ),
          })
          .meta({ id: "StorageByKind" })
          .describe("The bytes by what they are of, with the rows' own."),
      })
      .meta({ id: "Storage" })
      .describe("What the project stores in the database, with the values of its data vault."),
    images: z
      .object({
        used_bytes: integer.describe("Bytes that it stores: the lengths of all texts, and 400 for each row."),
        max_bytes: integer.describe("Bytes that it may store."),
        used_percent: integer.describe(
          "The larger of both shares, rounded down. From 100 on, what would store more is refused.",
        ),
      })
      .describe(
        "What its images take, and 400 bytes for each. Those of users and teams are kept as long as the project exists. Once they are full, images are refused and nothing else is.",
      ),
    are_shares_counted: z
      .boolean()
      .describe(
        "Whether the instance counts what is taken of the shares: it does not where its rate limits are off, as in development.",
      ),
    takes_payments: z.boolean().describe("Whether the instance takes payments: its operator has configured Stripe."),
    shares: z
      .array(
        z
          .object({
            id: z
              .enum(["hash_seconds", "renderings", "emails"])
              .describe(
                "`hash_seconds`: processor time for imported hashes that take more than 250 ms. `renderings`: emails rendered from sources, by previews and when a theme or template is stored. `emails`: emails by the instance's own server.",
              ),
            used: z.number().describe("What was taken in the window that is open."),
            limit: integer.describe(
              "What may be taken in a window. The operator of the instance can give a project more.",
            ),
            refused: integer.describe("How often more was asked for, and refused with a 429."),
            window_seconds: integer.describe("How long a window is."),
            resets_at_millis: integer.nullable().describe("When the window ends. Null while nothing is taken."),
          })
          .meta({ id: "Share" }),
      )
      .describe("What the project may have in a window of time, which begins when it takes the first."),
  }),
});
