// Webhooks: what a project's owner asks for to administer them. Everything else is Svix' interface: api-routes.ts.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { noQuery } from "../../protocol/fields";

export const svixUnavailable = plainError(502, "Svix did not respond as expected. Try again later.");

export const createSvixToken = endpoint("POST /webhooks/svix-token", {
  summary: "Create a token with which the project's webhooks are administered through Svix' interface",
  description:
    "For a client of Svix, such as its `svix` library, with this API's address as its server and the project's id as its application: a token of one hour, for the webhooks of this project and nothing else. Where the installation uses Svix itself, the token is one of Svix'.",
  access: adminOnly,
  query: noQuery,
  body: z.strictObject({}),
  response: z.object({ token: z.string() }),
  status: 201,
  errors: [svixUnavailable],
});
