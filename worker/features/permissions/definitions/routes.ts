import type * as z from "zod";
import { systemPermissionDescriptions, systemPermissions } from "../../../config";
import { clearGrants, renameGrants } from "../../../db/permissions/changes";
import type { Project } from "../../../db/projects/project";
import type { Tools } from "../../../platform/tools";
import type { CommonError } from "../../../protocol/common-errors";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { changeProject } from "../../projects";
import type { projectIsBusy } from "../../projects/contract";
import { creationPatch, deletionPatch, updatePatch } from "./changes";
import * as contract from "./contract";
import { isDefined, type PermissionScope } from "./definitions";
import { byPermissionId } from "./order";

export function permissionDefinitionRoutes(router: AppRouter) {
  router.route(contract.listTeamPermissionDefinitions, (call) => listDefinitions(call, "team"));
  router.route(contract.createTeamPermissionDefinition, (call) => createDefinition(call, "team"));
  router.route(contract.updateTeamPermissionDefinition, (call) => updateDefinition(call, "team"));
  router.route(contract.deleteTeamPermissionDefinition, (call) => deleteDefinition(call, "team"));
  router.route(contract.listProjectPermissionDefinitions, (call) => listDefinitions(call, "project"));
  router.route(contract.createProjectPermissionDefinition, (call) => createDefinition(call, "project"));
  router.route(contract.updateProjectPermissionDefinition, (call) => updateDefinition(call, "project"));
  router.route(contract.deleteProjectPermissionDefinition, (call) => deleteDefinition(call, "project"));
}

type Call = Tools & Failing<CommonError | typeof projectIsBusy> & { caller: Caller };
type OneDefinition = Call & { params: { permission_id: string } };

function listDefinitions({ caller: { project } }: { caller: Caller }, scope: PermissionScope) {
  const own = Object.keys(project.config.rbac.permissions).filter((id) => isDefined(project, id, scope));
  const system = scope === "team" ? systemPermissions : [];
  const items = [...system, ...own].sort(byPermissionId).map((id) => toDefinition(project, scope, id));
  return { items, is_paginated: false as const };
}

async function createDefinition(call: Call & { body: contract.PermissionDefinitionCreation }, scope: PermissionScope) {
  const { db, caller, body } = call;
  const { id } = body;
  const changed = await changeProject(
    call,
    caller.project,
    {},
    (current) => creationPatch(current, scope, body),
    // A new permission has no holders, also when its id was granted before.
    (unchanged) => clearGrants(db, { projectId: caller.project.id, id, unchanged }),
  );
  return toDefinition(changed, scope, id);
}

async function updateDefinition(
  call: OneDefinition & { body: contract.PermissionDefinitionUpdate },
  scope: PermissionScope,
) {
  const { db, caller, body } = call;
  const id = call.params.permission_id;
  const newId = body.id ?? id;
  const changed = await changeProject(
    call,
    caller.project,
    {},
    (current) => updatePatch(current, scope, id, body),
    (unchanged) => (newId === id ? {} : renameGrants(db, { projectId: caller.project.id, id, newId, unchanged })),
  );
  return toDefinition(changed, scope, newId);
}

async function deleteDefinition(call: OneDefinition, scope: PermissionScope) {
  const { db, caller } = call;
  const id = call.params.permission_id;
  await changeProject(
    call,
    caller.project,
    {},
    (current) => deletionPatch(current, scope, id),
    (unchanged) => clearGrants(db, { projectId: caller.project.id, id, unchanged }),
  );
  return { success: true as const };
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
