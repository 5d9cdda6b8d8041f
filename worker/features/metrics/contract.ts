// Metrics: how many users a project has, since when, how active, from where, and how they sign in.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { integer, noQuery, trueOrFalse, uuid } from "../../protocol/fields";
import { ours } from "../../protocol/official-clients";
import { ServerUser } from "../users/users/shapes/contract";

/** One number for each UTC day, ascending, without gaps. */
const daily = z.array(
  z
    .object({
      date: z.string().meta({ format: "date", description: "The day, as `YYYY-MM-DD`." }),
      activity: integer.describe("How many there are."),
    })
    .meta({ id: "DailyCount" }),
);

export const readMetrics = endpoint("GET /internal/metrics", {
  summary: "Read the project's metrics",
  description:
    "Counted as things happen, so the response is as fast at a million users. Users who are deleted leave all numbers but `daily_active_users`.",
  access: adminOnly,
  query: z.strictObject({
    include_anonymous: trueOrFalse.optional().describe("`true` to count anonymous users, too. `false` when absent."),
  }),
  response: z
    .object({
      total_users: integer.describe("How many users the project has."),
      daily_users: daily.describe(
        "How many of them signed up on each of the last 31 days, today included. Days are those of UTC.",
      ),
      daily_active_users: daily.describe(
        "How many users got an access token on each of these days, by a sign-in or a refresh.",
      ),
      users_by_country: z
        .record(z.string(), integer)
        .describe(
          "How many users there are by the country of their latest activity, as far as the edge knows it, by ISO 3166-1 codes.",
        ),
      recently_registered: z.array(ServerUser).describe("The five users who signed up last, newest first."),
      recently_active: z.array(ServerUser).describe("The five users who were active last, latest first."),
      login_methods: z
        .array(
          z.object({
            method: z
              .string()
              .describe("`password`, `otp`, `passkey`, or the provider's id in the project's configuration."),
            count: integer.describe("How many there are."),
          }),
        )
        .describe(
          "How many users have each sign-in method, most used first; anonymous users are always included. A user who signs in by two accounts of a provider is counted twice.",
        ),
      code_users: ours(
        integer.describe(
          "How many users an emailed code signs in: also those who have a verified address for sign-in and have not switched codes off.",
        ),
      ),
      users_without_method: ours(integer.describe("How many users have no sign-in method, anonymous users aside.")),
    })
    .meta({ id: "Metrics" }),
});

export const readUserCounts = endpoint("GET /internal/metrics/user-counts", {
  summary: "Read how many users the project has",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    total_users: integer.describe("How many users there are, anonymous ones included."),
    anonymous_users: integer.describe("How many of them are anonymous."),
  }),
});

export const readUserActivity = endpoint("GET /internal/user-activity", {
  summary: "Read on which days a user was active",
  description:
    "As far as the user's live sessions show it, since nothing else is kept of a user's days: when each began, and when it was last used.",
  access: adminOnly,
  query: z.strictObject({ user_id: uuid.describe("The id of the user.") }),
  response: z.object({
    data_points: daily.describe("How many of the sessions began or were last used on each of the last 31 days of UTC."),
  }),
  errors: ["USER_NOT_FOUND"],
});
