// Says why a user cannot sign in, as the owners of a project see and mend it. The failed sign-ins themselves are in the audit log.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { integer, millis, Success, uuid } from "../../protocol/fields";

const UserParams = z.strictObject({ user_id: uuid.describe("The id of the user, a UUID.") });

export const readSignInStatus = endpoint("GET /internal/users/{user_id}/sign-in-status", {
  summary:
    "Read how often a user's password and second factor were guessed at, to which of their addresses no more emails can be requested, and which have refused emails",
  access: adminOnly,
  params: UserParams,
  response: z.object({
    guesses: z
      .array(
        z
          .object({
            method: z.enum(["password", "totp"]).describe("What was guessed."),
            failures_in_a_row: integer.describe(
              "Wrong ones since the last right one, of networks from which the user has never signed in.",
            ),
            refused_until_millis: millis
              .nullable()
              .describe(
                "When the last of the networks that have made too many tries lately may try again; null where none has.",
              ),
            is_locked: z.boolean().describe("Whether no value is right any more from such networks."),
            locked_until_millis: millis
              .nullable()
              .describe("When the lock ends by itself; null where nothing is locked."),
          })
          .meta({ id: "SignInGuesses" }),
      )
      .describe("What is guessed at, of the address that was guessed at most."),
    refused_emails: z
      .array(
        z.object({
          email: z.string().describe("The address."),
          refused_until_millis: millis.describe(
            "When clients that have requested all the emails to the address that they may can request the next one.",
          ),
        }),
      )
      .describe(
        "The addresses by which the user signs in to which clients have requested all the emails that they may for a while.",
      ),
    bounces: z
      .array(
        z
          .object({
            email: z.string().describe("The address."),
            server_reply: z.string().describe("Why the mail server of the address has refused an email for good."),
            bounced_at_millis: millis.describe("When it refused the email, in milliseconds since the Unix epoch."),
          })
          .meta({ id: "EmailBounce" }),
      )
      .describe("The addresses to which bulk emails are not sent for a while."),
  }),
  errors: ["USER_NOT_FOUND"],
});

export const unlockSignIn = endpoint("DELETE /internal/users/{user_id}/sign-in-locks", {
  summary: "Forget the wrong guesses at a user's password and second factor, and the locks that came of them",
  access: adminOnly,
  params: UserParams,
  response: Success,
  errors: ["USER_NOT_FOUND"],
});

export const liftBounces = endpoint("DELETE /internal/users/{user_id}/bounces", {
  summary: "Send bulk emails to a user's addresses again that have refused one",
  access: adminOnly,
  params: UserParams,
  response: Success,
  errors: ["USER_NOT_FOUND"],
});
