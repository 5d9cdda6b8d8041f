// Usage: what a project stores and uses, of what it may.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { integer, noQuery } from "../../protocol/fields";

export const readUsage = endpoint("GET /internal/usage", {
  summary: "Read what the project stores and uses, and may",
  description:
    "Storage is counted as things are stored and deleted: the bytes of their texts and of values of the data vault, and 400 for each row. Owners are mailed once at 80 %. At 100 % what would store more is refused with a 413; reads, sign-ins, deletions and exports go on. Images have a quota of their own. Of each share the project may take so much in a window, which begins with the first that is taken; what it asks for beyond is refused with a 429: processor time for hashes of other systems, mails rendered as previews, and mails by the installation's own server.",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    storage: z.object({
      used_bytes: integer,
      max_bytes: integer,
      used_rows: integer,
      max_rows: integer,
      used_percent: integer,
      bytes_by_kind: z.object({
        users: integer,
        sign_ins: integer,
        teams: integer,
        emails: integer,
        webhooks: integer,
        payments: integer,
        audit_log: integer,
        data_vault: integer,
        settings: integer,
      }),
    }),
    images: z.object({ used_bytes: integer, max_bytes: integer, used_percent: integer }),
    are_shares_counted: z.boolean(),
    shares: z.array(
      z.object({
        id: z.enum(["hash_seconds", "renderings", "emails"]),
        used: z.number(),
        limit: integer,
        refused: integer,
        window_seconds: integer,
        resets_at_millis: integer.nullable(),
      }),
    ),
  }),
});
