import type * as z from "zod";
import { systemPermissionDescriptions, systemPermissions } from "../../../config";
import { clearGrants, clearGrantsInBatches, renameGrants } from "../../../db/permissions/changes";
import type { Project } from "../../../db/projects/project";
import { unlessRefused } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { type CommonError, moreToDelete } from "../../../protocol/common-errors";
import type { Failing, Failure } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { changeProject } from "../../projects";
import type { projectIsBusy } from "../../projects/changes/contract";
import * as contract from "./contract";
import { byPermissionId, isDefined, type PermissionScope } from "./index";
import { creationPatch, deletionPatch, updatePatch } from "./patches";

export function permissionDefinitionRoutes(router: AppRouter) {
  router.route(contract.listTeamPermissionDefinitions, (context) => listDefinitions(context, "team"));
  router.route(contract.createTeamPermissionDefinition, (context) => createDefinition(context, "team"));
  router.route(contract.updateTeamPermissionDefinition, (context) => updateDefinition(context, "team"));
  router.route(contract.deleteTeamPermissionDefinition, (context) => deleteDefinition(context, "team"));
  router.route(contract.listProjectPermissionDefinitions, (context) => listDefinitions(context, "project"));
  router.route(contract.createProjectPermissionDefinition, (context) => createDefinition(context, "project"));
  router.route(contract.updateProjectPermissionDefinition, (context) => updateDefinition(context, "project"));
  router.route(contract.deleteProjectPermissionDefinition, (context) => deleteDefinition(context, "project"));
}

/** Holds what writes get: each adds the errors of its own. */
type Context<Errors extends Failure> = Tools &
  Failing<Errors | CommonError | typeof projectIsBusy | typeof moreToDelete> & { caller: Caller };
type OneDefinition<Errors extends Failure> = Context<Errors | "PERMISSION_NOT_FOUND"> & {
  params: { permission_id: string };
};
type WrittenDefinition = "PERMISSION_ID_ALREADY_EXISTS" | "CONTAINED_PERMISSION_NOT_FOUND";

function listDefinitions(
  { caller: { project }, query: { limit, cursor, query } }: { caller: Caller; query: contract.ListQuery },
  scope: PermissionScope,
) {
  const own = Object.keys(project.config.rbac.permissions).filter((id) => isDefined(project, id, scope));
  const system = scope === "team" ? systemPermissions : [];
  const all = [...system, ...own].sort(byPermissionId).map((id) => toDefinition(project, scope, id));
  const searched = query?.toLowerCase() ?? "";
  const items = all.filter(({ id, description }) => `${id}\n${description ?? ""}`.toLowerCase().includes(searched));
  if (limit === undefined && cursor === undefined) return { items, is_paginated: false };
  const rest = cursor === undefined ? items : items.filter(({ id }) => byPermissionId(id, cursor) >= 0);
  const page = rest.slice(0, limit);
  return { items: page, is_paginated: true, pagination: { next_cursor: rest[page.length]?.id ?? null } };
}

async function createDefinition(
  context: Context<WrittenDefinition> & { body: contract.PermissionDefinitionCreation },
  scope: PermissionScope,
) {
  const { db, caller, body } = context;
  const { id } = body;
  const changed = await withoutGrants(context, id, () =>
    changeProject(
      context,
      caller.project,
      {},
      (current) => creationPatch(context, current, scope, body),
      // A new permission has no holders, also when its id was granted before.
      (unchanged) => clearGrants(db, { projectId: caller.project.id, id, unchanged }),
    ),
  );
  return toDefinition(changed, scope, id);
}

async function updateDefinition(
  context: OneDefinition<WrittenDefinition | typeof contract.tooManyHolders> & {
    body: contract.PermissionDefinitionUpdate;
  },
  scope: PermissionScope,
) {
  const { db, caller, body, fail } = context;
  const id = context.params.permission_id;
  const newId = body.id ?? id;
  const projectId = caller.project.id;
  const maxGrants = contract.maxRenamedGrants;
  const change = () =>
    unlessRefused(
      changeProject(
        context,
        caller.project,
        {},
        (current) => updatePatch(context, current, scope, id, body),
        (unchanged) => (newId === id ? {} : renameGrants(db, { projectId, id, newId, maxGrants, unchanged })),
      ),
    );
  let changed = await change();
  if (!changed) {
    if (!(await clearGrantsInBatches(db, { projectId, id: newId }))) return fail(moreToDelete);
    changed = await change();
  }
  return toDefinition(changed ?? fail(contract.tooManyHolders), scope, newId);
}

async function deleteDefinition(context: OneDefinition<never>, scope: PermissionScope) {
  const { db, caller } = context;
  const id = context.params.permission_id;
  await withoutGrants(context, id, () =>
    changeProject(
      context,
      caller.project,
      {},
      (current) => deletionPatch(context, current, scope, id),
      (unchanged) => clearGrants(db, { projectId: caller.project.id, id, unchanged }),
    ),
  );
  return { success: true as const };
}

/**
 * Makes a change that clears the grants of a permission. Where they are too many for its batch, they go in batches before. A definition
 * that went first would give them back once its id is defined again.
 */
async function withoutGrants(
  { db, caller, fail }: Pick<Tools, "db"> & { caller: Caller } & Failing<typeof moreToDelete>,
  id: string,
  change: () => Promise<Project>,
): Promise<Project> {
  const changed = await unlessRefused(change());
  if (changed) return changed;
  const isCleared = await clearGrantsInBatches(db, { projectId: caller.project.id, id });
  return (isCleared && (await unlessRefused(change()))) || fail(moreToDelete);
}

/** A definition on the wire. What it contains that is not defined is not shown. */
function toDefinition(
  project: Project,
  scope: PermissionScope,
  id: string,
): z.input<typeof contract.PermissionDefinition> {
  const stored = project.config.rbac.permissions[id];
  const contained = Object.keys(stored?.containedPermissionIds ?? {}).filter((each) => isDefined(project, each, scope));
  return {
    id,
    description: (systemPermissionDescriptions[id] ?? stored?.description) || undefined,
    contained_permission_ids: contained.sort(byPermissionId),
  };
}
