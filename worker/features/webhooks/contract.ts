// Webhooks: what a project's owner asks for to administer them, and Svix' interface.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { noBody, noQuery, shortText } from "../../protocol/fields";
import { basicHeader } from "../integrations/contract";
import { tooManyEndpoints } from "./api-contract";
import { EndpointIn } from "./api-shapes";

export * from "./api-contract";

export const svixUnavailable = plainError(502, "Svix did not respond as expected. Try again later.", {
  remedy: "Try again; if it stays so, the operator of the instance has to check `SVIX_API_KEY`.",
});

export const createSvixToken = endpoint("POST /webhooks/svix-token", {
  summary: "Create a token with which the project's webhooks are administered through Svix' interface",
  description:
    "For a client of Svix, such as its `svix` library, with this API's address as its server and the project's id as its application: a token of one hour, for the webhooks of this project and nothing else. Where the instance uses Svix itself, the token is one of Svix'.",
  access: adminOnly,
  query: noQuery,
  body: noBody,
  response: z.object({
    token: z.string().describe("A token for Svix' interface, used as `Authorization: Bearer`."),
  }),
  status: 201,
  errors: [svixUnavailable],
});

export const sendTestWebhook = endpoint("POST /internal/send-test-webhook", {
  summary: "Send an endpoint a test event at once, and say whether it accepts",
  description:
    "The event is an example of `user.created` whose id begins with `msg_example-`. It is sent once, is in no list, and changes nothing of the endpoint.",
  access: adminOnly,
  limit: "refresh",
  query: noQuery,
  body: z.strictObject({ endpoint_id: shortText.describe("The id of an endpoint of the project's webhooks.") }),
  response: z.object({
    success: z.boolean().describe("Whether the endpoint accepted, with a status of 200 to 299."),
    error_message: z.string().optional().describe("What it responded instead, or why nothing came; absent on success."),
  }),
});

export const addressRefused = plainError(400, ({ complaint }: { complaint: string }) => `The address ${complaint}`, {
  remedy: "Send the address of a server on the internet, with `https`.",
});

export const createNeonWebhook = endpoint("POST /integrations/neon/webhooks", {
  summary: "Send the project's events to an address of the partner's",
  description:
    "Needs both: the admin key of the project, and the partner's client by HTTP Basic. The endpoint is one of the project's, which its owner sees and can remove.",
  access: adminOnly,
  headers: z.object({ authorization: basicHeader }),
  query: noQuery,
  body: z.strictObject({
    url: EndpointIn.shape.url.describe("Where events are sent."),
    description: EndpointIn.shape.description.describe("A text for people that says what the endpoint is for."),
  }),
  response: z.object({
    secret: z
      .string()
      .describe("The secret by which the receiver verifies that an event comes from here, shown this once."),
  }),
  errors: [addressRefused, tooManyEndpoints],
});
