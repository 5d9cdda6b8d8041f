// Usage: what a project stores, of what it may.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { integer, noQuery } from "../../protocol/fields";

export const readUsage = endpoint("GET /internal/usage", {
  summary: "Read what the project stores, and may",
  description:
    "Counted as things are stored and deleted: the bytes of their texts, and 400 for each row. Owners are mailed once at 80 %. At 100 % what would store more is refused with a 413; reads, sign-ins, deletions and exports go on.",
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
        settings: integer,
      }),
    }),
  }),
});
