// The transfer of a project to another team of owners.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { noQuery, shortText } from "../../protocol/fields";
import { projectsAtCap } from "../caps/contract";
import { projectIsBusy } from "../projects/changes/contract";

export const noOwnerTeam = plainError(400, "Project must have an owner team to be transferred", {
  remedy: "Name a project that a team owns; `internal` has none.",
});

export const transferProject = endpoint("POST /internal/projects/transfer", {
  summary: "Transfer a project to another team of the signed-in owner's",
  description:
    "As an owner who is `team_admin` in the team that owns the project and a member of the new one: on the internal project, or at admin tier of the project itself with the owner's access token of the internal project.",
  access: clientOrHigher,
  acceptsOwner: true,
  // Not of how the owner signs in, but as hard to take back: the old team no longer administers the project.
  changesCredentials: { of: "own user" },
  query: noQuery,
  body: z.strictObject({
    project_id: shortText.describe("The id of the project."),
    new_team_id: shortText.describe("The team that will own the project."),
  }),
  response: z.object({ success: z.literal("true").describe("Always `true`; a failure is an error.") }),
  errors: [
    "PROJECT_NOT_FOUND",
    noOwnerTeam,
    "TEAM_MEMBERSHIP_NOT_FOUND",
    "TEAM_PERMISSION_REQUIRED",
    projectIsBusy,
    projectsAtCap,
  ],
});
