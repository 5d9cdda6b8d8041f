import * as z from "zod";
import { defineCodeKind } from "../../verification-codes";

const request = {
  clientId: z.string(),
  redirectUri: z.string(),
  codeChallenge: z.string(),
};

/** Holds what a partner requested, until an owner decides. */
export const interaction = defineCodeKind({
  name: "integration_interaction",
  payload: z.object({ ...request, state: z.string().nullable() }),
});

/** Holds what an owner has agreed to, until the partner redeems it. */
export const authorizationCode = defineCodeKind({
  name: "integration_authorization",
  payload: z.object({
    ...request,
    projectId: z.string(),
    /** The key set that it is redeemed for, which a second redemption revokes. */
    keySetId: z.string(),
    description: z.string(),
    /** Says who agreed; null for a server of the operator's. */
    ownerId: z.string().nullable(),
  }),
});
