// Projects: what owners create and configure, what admins read and change, and what every client may read of one.
import * as z from "zod";
import { configLevels } from "../../config";
import { adminOnly, clientOrHigher, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { cursor, integer, listOrPageOf, longText, noQuery, Success, shortText, uuid } from "../../protocol/fields";
import { mustNotBeEmpty } from "../../protocol/validation-messages";
import { projectsAtCap } from "../caps/contract";
import { imageRefused } from "../images/contract";
import { AdminProject, ProjectUpdate, settingText, writable } from "./admin-project/contract";
import { domainOfOthers, projectIsBusy } from "./changes/contract";

export const themeNotFound = plainError(400, "Invalid email theme", {
  remedy: "Send the id of a theme that the project has.",
});

export const configNotJson = plainError(400, "Invalid config JSON", { remedy: "Send a JSON object as text." });

export const configRefused = plainError(400, ({ configProblem }: { configProblem: string }) => configProblem, {
  remedy: "The text names the place in the document and what it has to be.",
});

export const internalProjectStays = plainError(400, "The internal project cannot be deleted", {
  remedy: "Name another project.",
});

export const noRoomForProjects = plainError(
  413,
  "The instance has no room for another project. Please ask its operator to add a database.",
  {
    remedy:
      "Every database of the instance is nearly full. Its operator adds one, as the guide to operating it says under “Shards”.",
  },
);

/** The most projects of one page, and of a response that is the whole list. */
export const maxPageSize = 100;

export const maxListLength = 1_000;

export const tooManyProjects = plainError(
  400,
  `There are more than ${maxListLength} projects. Please give a limit, and request them page by page.`,
  { remedy: "Give a `limit`, and go on from `next_cursor`." },
);

export const listOwnedProjects = endpoint("GET /internal/projects", {
  summary: "List the projects that the signed-in owner owns",
  description:
    "Requested on the internal project, at client tier, as the owner. Without `limit` and `cursor` the response is the whole list.",
  access: clientOrHigher,
  query: z.strictObject({
    limit: integer
      .min(1)
      .optional()
      .describe(
        `How many projects a page has at most: ${maxPageSize}, and ${maxPageSize} when only a cursor is given. Without both, the response is the whole list.`,
      ),
    cursor: cursor.optional().describe("The `next_cursor` of the page before. Absent for the first page."),
  }),
  response: listOrPageOf(AdminProject),
  errors: ["USER_AUTHENTICATION_REQUIRED", "EXPECTED_INTERNAL_PROJECT", tooManyProjects],
});

export const createProject = endpoint("POST /internal/projects", {
  summary: "Create a project that a team of the signed-in owner's owns",
  description: "Requested on the internal project, at client tier, as the owner.",
  access: clientOrHigher,
  query: noQuery,
  body: z.strictObject({
    display_name: longText.describe("The project's name, which its sign-in pages and emails show."),
    owner_team_id: uuid.describe(
      "A team of the project `internal` that the owner is a member of. It will own the project.",
    ),
    ...writable,
  }),
  response: AdminProject,
  status: 201,
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    "USER_AUTHENTICATION_REQUIRED",
    "EXPECTED_INTERNAL_PROJECT",
    "TEAM_MEMBERSHIP_NOT_FOUND",
    imageRefused,
    domainOfOthers,
    projectsAtCap,
    noRoomForProjects,
  ],
});

/** The endpoints on the project itself, which integrations have under a base of their own. */
function currentProjectEndpoints<const Base extends "internal" | "integrations/neon">(base: Base) {
  return {
    read: endpoint(`GET /${base}/projects/current`, {
      summary: "Read the project with its configuration",
      access: adminOnly,
      query: noQuery,
      response: AdminProject,
    }),

    update: endpoint(`PATCH /${base}/projects/current`, {
      summary: "Change the project",
      description: "Absent fields stay as they are; lists replace the whole list.",
      access: adminOnly,
      query: noQuery,
      body: ProjectUpdate,
      response: AdminProject,
      errors: [themeNotFound, imageRefused, domainOfOthers, projectIsBusy],
    }),
  };
}

export const current = currentProjectEndpoints("internal");

export const { read: readAdminProject, update: updateProject } = current;

export const neonCurrent = currentProjectEndpoints("integrations/neon");

const ProductionModeFinding = z
  .object({
    message: z.string().describe("What is wrong, for people."),
    relative_fix_url: z.string().describe("The page of the dashboard on which to mend it, as a path."),
  })
  .meta({ id: "ProductionModeFinding" });

export const readProductionModeErrors = endpoint("GET /internal/projects/current/production-mode-errors", {
  summary: "Say what has to be mended before the project is ready for production",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    errors: z.array(ProductionModeFinding).describe("What has to be mended."),
    recommendations: z
      .array(ProductionModeFinding)
      .describe("What websites need, and what would protect users better."),
  }),
});

export const deleteProject = endpoint("DELETE /internal/projects/current", {
  summary: "Delete the project with everything in it",
  access: adminOnly,
  query: noQuery,
  response: Success,
  errors: [internalProjectStays],
});

export const readProjectConfig = endpoint("GET /internal/config", {
  summary: "Read the rendered configuration document",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    config_string: z
      .string()
      .describe("The whole document as JSON text: defaults and changes together, with secrets in full."),
  }),
});

const configPatch = z.strictObject({
  config_override_string: settingText
    .optional()
    .describe(
      'A JSON object as text. `{"auth.password.allowSignIn": true}` sets one leaf. When absent, nothing changes.',
    ),
});

const writeErrors = [configNotJson, configRefused, domainOfOthers, imageRefused, projectIsBusy] as const;

export const overrideProjectConfig = endpoint("PATCH /internal/config/override", {
  summary: "Change the configuration document by a patch",
  description:
    "The patch is JSON text: dotted keys change a leaf, an object replaces a subtree, null deletes. It is for the level `environment`.",
  access: adminOnly,
  query: noQuery,
  body: configPatch,
  response: z.object({}),
  errors: writeErrors,
});

export const sourceOfBranch = plainError(400, "Only the branch has a source", {
  remedy: "Leave `source` out, or replace the level `branch`.",
});

const ofLevel = z.strictObject({
  level: z
    .enum(configLevels)
    .describe(
      "`project` for what the owner alone decides, `branch` for what is pushed from a repository, or `environment`.",
    ),
});

const ConfigSource = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("unlinked").describe("Nothing pushes it.") }),
  z.strictObject({
    type: z.literal("pushed-from-unknown").describe("It is pushed, and nobody has said from where."),
  }),
  z.strictObject({
    type: z.literal("pushed-from-github").describe("It is pushed from a repository at GitHub."),
    owner: shortText.describe("The owner of the repository."),
    repo: shortText.describe("The name of the repository."),
    branch: shortText.describe("The branch of the repository."),
    commit_hash: shortText.describe("The commit that was pushed."),
    config_file_path: shortText.describe("The file of the repository in which the configuration is."),
    workflow_path: shortText.optional().describe("The workflow that pushes it."),
  }),
]);

export type WireSource = z.input<typeof ConfigSource>;

export const readConfigLevel = endpoint("GET /internal/config/override/{level}", {
  summary: "Read what is set at one level of the configuration",
  access: adminOnly,
  params: ofLevel,
  query: noQuery,
  response: z.object({
    config_string: z.string().describe("What is set there as JSON text, with secrets in full and without defaults."),
  }),
});

export const patchConfigLevel = endpoint("PATCH /internal/config/override/{level}", {
  summary: "Change one level of the configuration by a patch",
  description: "The patch is as that of `PATCH /internal/config/override`.",
  access: adminOnly,
  params: ofLevel,
  query: noQuery,
  body: configPatch,
  response: z.object({}),
  errors: writeErrors,
});

export const replaceConfigLevel = endpoint("PUT /internal/config/override/{level}", {
  summary: "Replace what is set at one level of the configuration",
  description: "What the level had and the new text does not have is what the levels before it, or the defaults, say.",
  access: adminOnly,
  params: ofLevel,
  query: noQuery,
  body: z.strictObject({
    config_string: settingText.describe("A JSON object as text, with the keys of a patch."),
    source: ConfigSource.optional().describe("For the level `branch`: where it is pushed from."),
  }),
  response: z.object({}),
  errors: [...writeErrors, sourceOfBranch],
});

export const resetConfigKeys = endpoint("POST /internal/config/override/{level}/reset-keys", {
  summary: "Remove settings from one level of the configuration",
  description: "They are then what the levels before it, or the defaults, say.",
  access: adminOnly,
  params: z.strictObject({
    level: z.enum(["branch", "environment"]).describe("`branch` or `environment`."),
  }),
  query: noQuery,
  body: z.strictObject({
    keys: z
      .array(shortText.min(1, mustNotBeEmpty))
      .max(100)
      .describe("The dotted keys of settings, at most 100. All that is set below one is removed as well."),
  }),
  response: z.object({}),
  errors: writeErrors,
});

export const readConfigSource = endpoint("GET /internal/config/source", {
  summary: "Read from where the branch of the configuration is pushed",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    source: ConfigSource.describe("As it was said with the last push; `unlinked` where none was."),
  }),
});

export const unlinkConfigSource = endpoint("DELETE /internal/config/source", {
  summary: "Forget from where the branch of the configuration is pushed",
  description: "What is set stays as it is.",
  access: adminOnly,
  query: noQuery,
  response: z.object({}),
  errors: writeErrors,
});
