// Hosted pages: the pages of this installation's site on which a project's users sign in. They return to the project's website
// with an authorization code, which the website redeems at the token endpoint as one of a provider's.
import * as z from "zod";
import { endpoint } from "../../../protocol/endpoint";
import { shortText } from "../../../protocol/fields";
import { Appearance } from "../../projects/contract";
import { projectNotFound } from "../sessions/contract";

export const readHostedPages = endpoint("GET /hosted-pages/{project_id}", {
  summary: "What the hosted pages of a project need before anyone signs in",
  access: "public",
  params: z.strictObject({ project_id: shortText }),
  response: z.object({
    project_id: z.string(),
    display_name: z.string(),
    publishable_client_key: z.string(),
    issuer: z.string(),
    appearance: Appearance,
    frame_ancestors: z.array(z.string()),
  }),
  errors: [projectNotFound],
});
