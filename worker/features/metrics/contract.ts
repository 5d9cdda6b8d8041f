// Metrics: how many users a project has, since when, how active, from where, and how they sign in.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { integer, trueOrFalse } from "../../protocol/fields";
import { ServerUser } from "../users/users/contract";

/** One number for each UTC day, ascending, without gaps. */
const daily = z.array(z.object({ date: z.string().meta({ format: "date" }), activity: integer }));

export const readMetrics = endpoint("GET /internal/metrics", {
  summary: "Read the project's metrics",
  description:
    "Counted as things happen, so the response is as fast at a million users. Users who are deleted leave all numbers but `daily_active_users`.",
  access: adminOnly,
  query: z.strictObject({ include_anonymous: trueOrFalse.optional() }),
  response: z.object({
    total_users: integer,
    daily_users: daily,
    daily_active_users: daily,
    users_by_country: z.record(z.string(), integer),
    recently_registered: z.array(ServerUser),
    recently_active: z.array(ServerUser),
    login_methods: z.array(z.object({ method: z.string(), count: integer })),
  }),
});
