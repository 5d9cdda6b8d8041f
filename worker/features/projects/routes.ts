import type * as z from "zod";
import { validatePatch } from "../../config";
import type { Settings } from "../../platform/env";
import { newId } from "../../platform/secrets";
import { fail } from "../../protocol/fail";
import { PlainError } from "../../protocol/plain-error";
import type { AppRouter, Caller } from "../access";
import { requireMembership, selectMembership } from "../teams";
import type { User } from "../users/users";
import { sealSecrets } from "./config-secrets";
import * as contract from "./contract";
import { findProductionModeErrors } from "./production-mode";
import { openConfig, type Project, readProject } from "./project";
import { changeProject, refuseOversize, storeLogos } from "./project-changes";
import {
  initialOverride,
  projectFieldsToPatch,
  renderClientProjectFields,
  renderProjectFields,
} from "./project-fields";
import { deleteProject, insertProject, selectOwnedProjects } from "./queries";

export function projectRoutes(router: AppRouter) {
  router.route(contract.listOwnedProjects, {
    prefetch: ({ db, projectId, userId }) => ({
      owned: selectOwnedProjects(db, { projectId, userId: userId ?? "" }),
    }),
    handle: async ({ caller, found, settings }) => {
      requireOwner(caller);
      const projects = found.owned.map((row) => readProject(row, settings));
      const items = await Promise.all(projects.map((project) => toAdminProject(project, settings)));
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.createProject, async (call) => {
    const { db, caller, body, settings } = call;
    const owner = requireOwner(caller);
    const teamId = body.owner_team_id;
    const member = { projectId: caller.project.id, teamId, userId: owner.id };
    const [membership] = await db.batch([selectMembership(db, member)]);
    requireMembership(member, membership);

    const id = newId();
    const override = await sealSecrets(settings.serverSecrets, id, initialOverride(body.config ?? {}));
    refuseOversize(override);
    const logos = await storeLogos(call, body);
    const row = {
      projectId: id,
      displayName: body.display_name,
      description: body.description ?? "",
      logoUrl: logos.logoUrl ?? null,
      fullLogoUrl: logos.fullLogoUrl ?? null,
      isProductionMode: body.is_production_mode ?? false,
      ownerTeamId: teamId,
      configOverride: JSON.stringify(override),
      createdAt: Date.now(),
    };
    await db.batch([insertProject(db, row)]);
    return toAdminProject(readProject(row, settings), settings);
  });

  router.route(contract.readAdminProject, ({ caller, settings }) => toAdminProject(caller.project, settings));

  router.route(contract.readProductionModeErrors, ({ caller: { project } }) => ({
    errors: findProductionModeErrors(project.config).map((message) => ({
      message,
      relative_fix_url: `/projects/${project.id}/domains`,
    })),
  }));

  router.route(contract.updateProject, async (call) => {
    const { caller, body, settings } = call;
    const { config = {} } = body;
    const themes = caller.project.config.emails.themes;
    if (config.email_theme !== undefined && !Object.hasOwn(themes, config.email_theme)) {
      throw new PlainError(400, "Invalid email theme");
    }
    const fields = {
      ...(body.display_name !== undefined && { displayName: body.display_name }),
      ...(body.description !== undefined && { description: body.description ?? "" }),
      ...(body.is_production_mode !== undefined && { isProductionMode: body.is_production_mode }),
      ...(await storeLogos(call, body)),
    };
    const changed = await changeProject(call, caller.project, fields, (current) =>
      projectFieldsToPatch(config, current.config),
    );
    return toAdminProject(changed, settings);
  });

  router.route(contract.deleteProject, async ({ db, caller }) => {
    // Every owner signs in there: without it nobody could reach any project again.
    if (caller.project.id === "internal") throw new PlainError(400, "The internal project cannot be deleted");
    await db.batch([deleteProject(db, { projectId: caller.project.id })]);
    return { success: true as const };
  });

  router.route(contract.readProjectConfig, async ({ caller, settings }) => ({
    config_string: JSON.stringify(await openConfig(caller.project, settings)),
  }));

  router.route(contract.overrideProjectConfig, async (call) => {
    const { caller, body } = call;
    if (!body.config_override_string) return {};
    const patch = parsePatch(body.config_override_string, caller.project);
    await changeProject(call, caller.project, {}, () => patch);
    return {};
  });

  router.route(contract.readClientProject, ({ caller: { project } }) => ({
    id: project.id,
    display_name: project.displayName,
    config: renderClientProjectFields(project.config),
  }));
}

/** The owner behind a call on the internal project, the only one that knows of owned projects. */
function requireOwner({ user, project }: Caller): User {
  if (!user) return fail("USER_AUTHENTICATION_REQUIRED");
  if (project.id !== "internal") return fail("EXPECTED_INTERNAL_PROJECT");
  return user;
}

function parsePatch(text: string, project: Project): Record<string, unknown> {
  let patch: unknown;
  try {
    patch = JSON.parse(text);
  } catch {
    throw new PlainError(400, "Invalid config JSON");
  }
  const problem = validatePatch(patch, project.configOverride);
  if (problem !== null) throw new PlainError(400, problem);
  // An object, or else it would have been a problem.
  return patch as Record<string, unknown>;
}

async function toAdminProject(project: Project, settings: Settings): Promise<z.input<typeof contract.AdminProject>> {
  return {
    id: project.id,
    display_name: project.displayName,
    description: project.description,
    logo_url: project.logoUrl,
    full_logo_url: project.fullLogoUrl,
    created_at_millis: project.createdAt,
    is_production_mode: project.isProductionMode,
    owner_team_id: project.ownerTeamId,
    config: renderProjectFields(await openConfig(project, settings)),
  };
}
