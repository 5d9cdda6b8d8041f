// Logging in from a command line: it shows a link with the login code, and polls until a browser has completed the login.
// Both then share the browser's session: signing out in one ends the other.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { Success, shortText } from "../../../protocol/fields";

const hours = 60 * 60 * 1000;

/** Sets how long a login waits to be completed by default. */
export const defaultLifetimeMillis = 2 * hours;

/** A code of a login, which is opaque. */
const loginCode = shortText;

export const invalidLoginCode = plainError(400, "Invalid login code or the code has expired", {
  remedy: "Begin the login again on the command line.",
});
export const otherProject = plainError(
  400,
  "Project ID mismatch; please ensure that you are using the correct app url.",
  { remedy: "Confirm the login on the website of the project in which it began." },
);

export const notAnonymous = plainError(400, "The session is not one of an anonymous user", {
  remedy: "Leave `anon_refresh_token` out: a user who has signed up needs no login to keep what is theirs.",
});

export const beginLogin = endpoint("POST /auth/cli", {
  summary: "Begin a login from a command line",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z
    .strictObject({
      expires_in_millis: z
        .number()
        .int()
        .min(1)
        .max(24 * hours)
        .default(defaultLifetimeMillis)
        .describe("How long the login waits to be confirmed, in milliseconds: 2 hours when absent, 24 at most."),
      anon_refresh_token: shortText
        .optional()
        .describe("The refresh token of a session of an anonymous user, which the confirmation page may take over."),
    })
    .optional(),
  response: z.object({
    polling_code: z.string().describe("For the command line alone."),
    login_code: z.string().describe("For the confirmation page, as `login_code` in its query."),
    expires_at: z
      .string()
      .meta({ format: "date-time", description: "Until when it can be confirmed, as an ISO 8601 date and time." }),
  }),
  errors: ["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", notAnonymous],
});

/** Says how a login stands; see `pollLogin`. */
export type LoginOutcome =
  | { readonly status: "waiting" | "expired" | "used" }
  | { readonly status: "success"; readonly refresh_token: string };

export const pollLogin = endpoint("POST /auth/cli/poll", {
  summary: "Read the state of a login from a command line",
  description:
    "Responds with 200 and `status` `waiting`, `expired` or `used`, and once, after the login was completed, with 201, `status` `success` and the session's `refresh_token`.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "refresh",
  body: z.strictObject({
    polling_code: loginCode.describe("The `polling_code` with which the login began."),
  }),
  response: "response",
  errors: ["INVALID_POLLING_CODE"],
});

const LoginPlace = z.object({
  ip: z.string().describe("The address from which the command line began it, IPv4 or IPv6."),
  country_code: z
    .string()
    .nullable()
    .describe("The country of that address by ISO 3166-1 alpha-2, or `null` where it is unknown."),
  city_name: z.string().nullable().describe("The city of that address, or `null` where it is unknown."),
  is_own: z.boolean().describe("Whether this request came from the same address."),
});

export const checkLogin = endpoint("POST /auth/cli/check", {
  summary: "Read what asks for a login from a command line",
  description:
    "For the page that asks the user to complete it. A login that was completed is `used`. Nothing in the response is text that the command line chose.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: z.strictObject({ login_code: loginCode.describe("The `login_code` in the page's query.") }),
  response: z.object({
    status: z
      .enum(["waiting", "expired", "used"])
      .describe("`waiting` to be confirmed, `expired`, or `used` by a confirmation."),
    begun_at: z
      .string()
      .meta({ format: "date-time", description: "When the command line began it, as an ISO 8601 date and time." }),
    expires_at: z
      .string()
      .meta({ format: "date-time", description: "Until when it can be confirmed, as an ISO 8601 date and time." }),
    place: LoginPlace.nullable().describe("Where the command line is on the network."),
    program: z.string().nullable().describe("What began the login, where its name is a known one."),
  }),
  errors: [invalidLoginCode, otherProject],
});

export const completeLogin = endpoint("POST /auth/cli/complete", {
  summary: "Let a command line share a session",
  description:
    "The login code is looked at before the session, which must be one of the project's and, when the request carries an access token, of its user's.",
  access: clientOrHigher,
  changesCredentials: { of: "own user", by: ["refresh_token"] },
  limit: "sign-in",
  body: z
    .strictObject({
      login_code: loginCode.describe("The `login_code` in the page's query."),
      mode: z
        .enum(["complete", "check", "claim-anon-session"])
        .default("complete")
        .describe(
          "`complete`, also when absent, shares the session of `refresh_token`. `check` says whether the command line has a session of an anonymous user, and `claim-anon-session` gives the page a session of that user, once: that of the command line ends.",
        ),
      refresh_token: shortText.optional().describe("The refresh token of the session to share. For `complete` alone."),
    })
    .refine(
      ({ mode, refresh_token }) => mode !== "complete" || refresh_token !== undefined,
      "body.refresh_token must be defined",
    ),
  response: z.union([
    Success,
    z.object({
      cli_session_state: z
        .enum(["anonymous", "none"])
        .describe("For `check`: `anonymous` where there is a session to take over, else `none`."),
    }),
    z.object({
      access_token: z.string().describe("For `claim-anon-session`: the access token of the new session."),
      refresh_token: z.string().describe("The refresh token of the new session."),
    }),
  ]),
  errors: ["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", invalidLoginCode, otherProject],
});
