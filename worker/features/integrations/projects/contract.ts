// A partner makes projects for its customers. They are provisioned without an owner, then handed over to a team of a person who confirms it
// on a page of the site. The two families differ by their paths, a text, and what else a request may contain.
import * as z from "zod";
import type { IntegrationFamily } from "../../../platform/integration-clients";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { longText, noQuery, shortText, uuid, verificationCode } from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";
import { noRoomForProjects } from "../../projects/contract";
import { verificationCodeErrors } from "../../verification-codes/contract";
import { basicHeader, Partner } from "../contract";

/** Limits how long a person may take to confirm. */
export const transferLifetimeMillis = 60 * 60 * 1000;

const once = "Note that projects can only be transferred once.";
const ifNotTransferable = {
  remedy: "Check the id: the project may be handed over or deleted by now, or another client's.",
};

/** Partners compare the texts to the letter. */
export const notTransferable = {
  custom: plainError(
    400,
    `This project either doesn't exist or the current external project is not authorized to transfer it. ${once}`,
    ifNotTransferable,
  ),
  neon: plainError(
    400,
    `This project either doesn't exist or the current Neon client is not authorized to transfer it. ${once}`,
    ifNotTransferable,
  ),
} as const;

/** For a further link, of which there may be several until one of them is followed. */
export const alreadyTransferred = plainError(
  409,
  "This project has already been transferred, or does not exist any more.",
  {
    remedy: "Look for it among the projects of whoever followed another link to it.",
  },
);

const headers = z.object({ authorization: basicHeader });

export const connectionStrings = z
  .array(
    z
      .strictObject({
        branch_id: shortText.describe("The id of a branch of the database."),
        connection_string: longText.describe("How to connect to the branch."),
      })
      .meta({ id: "BranchConnection" }),
  )
  .max(100)
  .describe("Accepted, and not stored: this instance keeps the data of projects itself.");

const provisionBody = {
  custom: z.strictObject({ display_name: longText.describe("The project's name.") }),
  neon: z.strictObject({
    display_name: longText.describe("The project's name."),
    connection_strings: connectionStrings.optional(),
  }),
} as const;

const ConfirmationUrl = z
  .object({
    confirmation_url: z
      .string()
      .describe("The page on which the new owner signs in and confirms. It contains the code."),
  })
  .meta({ id: "ConfirmationUrl" });

function projectEndpoints<const Family extends IntegrationFamily>(family: Family) {
  const cannotTransfer: (typeof notTransferable)[IntegrationFamily] = notTransferable[family];
  const body: (typeof provisionBody)[IntegrationFamily] = provisionBody[family];

  /** Two paths for one thing. */
  const initiation = {
    summary: "Begin to hand a provisioned project over to its owner",
    description:
      "Responds with the address of the page on which a person confirms it, for an hour. Each request makes one more; the first that is confirmed uses up all of them.",
    access: "public",
    limit: "refresh",
    headers,
    query: noQuery,
    body: z
      .strictObject({ project_id: shortText.describe("The id of the project, a UUID.") })
      .meta({ id: "ProjectReference" }),
    response: ConfirmationUrl,
    errors: [cannotTransfer],
  } as const;

  return {
    provision: endpoint(`POST /integrations/${family}/projects/provision`, {
      summary: "Make a project that no team owns yet",
      description:
        "Its users sign in by password and with the shared keys of Google and GitHub, also on localhost. The admin key is valid for a hundred years, and remains valid when the project is handed over: its owner can revoke it.",
      access: "public",
      limit: "refresh",
      headers,
      query: noQuery,
      body,
      response: z
        .object({
          project_id: z.string().describe("The id of the project, a UUID."),
          super_secret_admin_key: z.string().describe("The admin key of the project, shown this once."),
        })
        .meta({ id: "ProvisionedProject" }),
      errors: [noRoomForProjects],
    }),

    checkTransfer: endpoint(`GET /integrations/${family}/projects/transfer`, {
      summary: "Say whether a provisioned project can still be handed over",
      access: "public",
      limit: "refresh",
      headers,
      query: z.strictObject({ project_id: shortText.describe("The id of the project, a UUID.") }),
      response: z.object({ message: z.string().describe("That the project is ready to be handed over.") }),
      errors: [cannotTransfer],
    }),

    beginTransfer: endpoint(`POST /integrations/${family}/projects/transfer`, initiation),
    initiateTransfer: endpoint(`POST /integrations/${family}/projects/transfer/initiate`, initiation),

    checkConfirmation: endpoint(`POST /integrations/${family}/projects/transfer/confirm/check`, {
      summary: "Check the code of a hand-over, and say what is handed over",
      description: "Requested on the internal project. The code is not used up.",
      access: clientOrHigher,
      takesImpersonation: true,
      limit: "sign-in",
      body: z
        .strictObject({ code: verificationCode.describe("The code in the address of the page.") })
        .meta({ id: "TransferCode" }),
      response: z
        .object({
          is_code_valid: z.literal(true).describe("Always `true`; otherwise there is an error."),
          project: ours(
            z
              .object({
                id: z.string().describe("The id of the project, a UUID."),
                display_name: z.string().describe("The project's name."),
              })
              .describe("The project that is handed over."),
          ),
          integration: ours(Partner.describe("The partner that hands it over.")),
        })
        .meta({ id: "TransferredProject" }),
      errors: ["EXPECTED_INTERNAL_PROJECT", ...verificationCodeErrors, alreadyTransferred],
    }),

    confirm: endpoint(`POST /integrations/${family}/projects/transfer/confirm`, {
      summary: "Take over a project that a partner has provisioned",
      description:
        "Requested on the internal project, as the owner. The project goes to a team of theirs, or to a new one with the project's name.",
      access: clientOrHigher,
      requiresUser: true,
      limit: "sign-in",
      body: z
        .strictObject({
          code: verificationCode.describe("The code in the address of the page."),
          team_id: uuid
            .optional()
            .describe("A team of the user's that will own the project. A new one is made when absent."),
        })
        .meta({ id: "TransferConfirmation" }),
      response: z.object({ project_id: z.string().describe("The id of the project, a UUID.") }),
      errors: ["EXPECTED_INTERNAL_PROJECT", ...verificationCodeErrors, alreadyTransferred, "TEAM_MEMBERSHIP_NOT_FOUND"],
    }),
  };
}

export const custom = projectEndpoints("custom");
export const neon = projectEndpoints("neon");

export const connectNeonProject = endpoint("POST /integrations/neon/projects/connection", {
  summary: "Name the databases of a provisioned project",
  access: "public",
  limit: "refresh",
  headers,
  query: z.strictObject({ project_id: shortText.describe("The id of the project, a UUID.") }),
  body: z.strictObject({ connection_strings: connectionStrings }),
  response: z.object({ project_id: z.string().describe("The id of the project, a UUID.") }),
  errors: ["PROJECT_NOT_FOUND"],
});
