import type * as z from "zod";
import { applyPatch } from "../../config";
import { ifChanged, recordAudit } from "../../db/audit/changes";
import { purgeStores } from "../../db/data-vault/changes";
import { ifMember, teamIdsOf } from "../../db/memberships/joins";
import { selectMembership } from "../../db/memberships/queries";
import { closeAccount } from "../../db/payments/stripe/closings";
import { markDeleted } from "../../db/projects/changes";
import { sealPatched, storedConfig } from "../../db/projects/config-secrets";
import { openConfig, type Project, readProject } from "../../db/projects/project";
import {
  fewerProjectsOf,
  type ProjectPlace,
  selectProjectsByIds,
  selectProjectsOfTeams,
} from "../../db/projects/queries";
import { teamIdsMadeBy } from "../../db/teams/joins";
import { cursorsOf, notACursor } from "../../platform/cursors";
import { refuseUnless, type Statement, sendStatements } from "../../platform/database";
import { newId } from "../../platform/secrets";
import { startTask } from "../../platform/task-steps";
import type { Failing } from "../../protocol/failing";
import type { AppRouter } from "../access";
import { projectsAtCap } from "../caps/contract";
import type { AdminProject } from "./admin-project/contract";
import * as contract from "./contract";
import { deletionTask } from "./deletion-task";
import { storeNewProject } from "./new-project";
import { readInTheirShards, requireOwner } from "./ownership";
import {
  findDomainRecommendations,
  findProductionModeErrors,
  findRecommendations,
  refuseDomainsOfOthers,
} from "./production-mode";
import { atTheirLevels, changeProject, freeReplacedLogos, refuseOversize, storeLogos } from "./project-changes";
import { initialOverride, projectFieldsToPatch, renderProjectFields } from "./project-fields";

/** The characters of configurations that are rendered without a pause. */
const maxLengthAtOnce = 100_000;

export function projectRoutes(router: AppRouter) {
  router.route(contract.listOwnedProjects, {
    prefetch: async (context) => {
      const { db, provenProjectId: projectId, userId, query } = context;
      const begin = userId ? await cursorsFor(userId).read(context, query.cursor) : undefined;
      // One more than the response holds.
      const limit = (pageLength(query) ?? contract.maxListLength) + 1;
      return {
        ...(userId &&
          begin !== null && {
            owned: selectProjectsOfTeams(db, { teamIds: teamIdsOf(db, { projectId, userId }), limit, begin }),
          }),
      };
    },
    handle: async ({ caller, query, found, settings, trace, fail, ...tools }) => {
      const owner = requireOwner({ fail }, caller);
      const rows = found.owned ?? fail(...notACursor);
      const length = pageLength(query);
      if (length === undefined && rows.length > contract.maxListLength) return fail(contract.tooManyProjects);
      const page = await readInTheirShards(tools, rows.slice(0, length), selectProjectsByIds);
      const items: z.input<typeof AdminProject>[] = [];
      for (const row of page) {
        const before = trace.configLength;
        items.push(await toAdminProject(readProject(row, { settings, trace }), { settings, trace }));
        // Large configurations take long, in which other requests have their turns.
        if (trace.configLength - before > maxLengthAtOnce) await scheduler.wait(0);
      }
      if (length === undefined) return { items, is_paginated: false };
      const next = rows[length];
      const place = next && { createdAt: next.createdAt, projectId: next.projectId };
      const next_cursor = await cursorsFor(owner.id).write({ settings, projectId: caller.project.id }, place);
      return { items, is_paginated: true, pagination: { next_cursor } };
    },
  });

  router.route(contract.createProject, async (context) => {
    const { db, caller, body, settings, fail } = context;
    const owner = requireOwner(context, caller);
    const teamId = body.owner_team_id;
    const member = { projectId: caller.project.id, teamId, userId: owner.id };
    const [membership] = await db.batch([selectMembership(db, member)]);
    const noMember = { team_id: teamId, user_id: owner.id };
    if (membership.length === 0) fail("TEAM_MEMBERSHIP_NOT_FOUND", noMember);

    const id = newId();
    const override = await sealPatched(
      settings.serverSecrets,
      id,
      {},
      atTheirLevels(initialOverride(body.config ?? {})),
    );
    refuseOversize(context, override);
    if (body.is_production_mode) await refuseDomainsOfOthers(context, override, {});
    const logos = await storeLogos(context, id, body);
    const row = {
      projectId: id,
      displayName: body.display_name,
      description: body.description ?? "",
      logoUrl: logos.logoUrl ?? null,
      fullLogoUrl: logos.fullLogoUrl ?? null,
      isProductionMode: body.is_production_mode ?? false,
      ownerTeamId: teamId,
      ...(await storedConfig(settings.serverSecrets, override)),
      createdAt: Date.now(),
    };
    const event = { type: "project.created", target: { type: "project", id } } as const;
    const max = settings.projectsPerOwner;
    const others = teamIdsMadeBy(db, { projectId: caller.project.id, userId: owner.id });
    const outcome = await storeNewProject(context, row, {
      idIfOwned: ifMember(member, id),
      ofProject: (ownDb) => [recordAudit(ownDb, { id }, caller.actor, event)],
      ofInternal: [
        // What was just stored counts.
        refuseUnless(db, fewerProjectsOf(db, { teamId, others }, max + 1)),
        recordAudit(db, caller.project, caller.actor, event),
      ],
    });
    if (outcome === "refused") return fail(projectsAtCap, { max });
    if (outcome === "no room") return fail(contract.noRoomForProjects);
    // The team was deleted, or the owner left it, since the membership was read.
    if (outcome === "not owned") return fail("TEAM_MEMBERSHIP_NOT_FOUND", noMember);
    return toAdminProject(readProject(row, { settings }), { settings });
  });

  currentProjectRoutes(router, contract.current);
  currentProjectRoutes(router, contract.neonCurrent);

  router.route(contract.readProductionModeErrors, async ({ caller: { project } }) => {
    const findingsOn = (page: string) => (message: string) => ({
      message,
      relative_fix_url: `/projects/${project.id}/${page}`,
    });
    return {
      errors: (await findProductionModeErrors(project.config)).map(findingsOn("domains")),
      recommendations: [
        ...findDomainRecommendations(project.config).map(findingsOn("domains")),
        ...findRecommendations(project.config).map(findingsOn("sign-in-methods")),
      ],
    };
  });

  router.route(contract.deleteProject, async ({ db, firstDb, caller, taskSteps, shards, defer, fail }) => {
    // Every owner signs in there: without it no project could be reached again.
    if (caller.project.id === "internal") return fail(contract.internalProjectStays);
    const { id: projectId } = caller.project;
    const now = Date.now();
    const own: Statement[] = [purgeStores(db, { projectId }), closeAccount(db, { projectId })];
    const ofFirst: Statement[] = [
      markDeleted(firstDb, { projectId, now }),
      // With the project goes its own log.
      recordAudit(
        firstDb,
        { id: "internal" },
        caller.actor,
        { type: "project.deleted", target: { type: "project", id: projectId } },
        ifChanged,
      ),
    ];
    if (db === firstDb) {
      await sendStatements(db, [...own, ...ofFirst]);
    } else {
      // Should the second come to nothing, the task that deletes the rows finds that its owners still have the project.
      await sendStatements(db, [...own, markDeleted(db, { projectId, now })]);
      await sendStatements(firstDb, ofFirst);
    }
    // The trigger of the task begins it as well, if this fails.
    defer(() => startTask(deletionTask, { taskSteps, shards }));
    return { success: true as const };
  });
}

const cursorsFor = (ownerId: string) => cursorsOf<ProjectPlace>(`projects of ${ownerId}`);

/** Returns how many projects a page has; undefined where the whole list is requested. */
function pageLength({ limit, cursor }: z.output<typeof contract.listOwnedProjects.query>): number | undefined {
  if (limit === undefined && cursor === undefined) return undefined;
  return Math.min(limit ?? contract.maxPageSize, contract.maxPageSize);
}

function currentProjectRoutes(router: AppRouter, current: typeof contract.current | typeof contract.neonCurrent) {
  router.route(current.read, ({ caller, ...tools }) => toAdminProject(caller.project, tools));

  router.route(current.update, async (context) => {
    const { caller, body, defer } = context;
    const { config = {} } = body;
    const since = Date.now();
    let before = caller.project;
    requireTheme(context, caller.project, config.email_theme);
    const fields = {
      ...(body.display_name !== undefined && { displayName: body.display_name }),
      ...(body.description !== undefined && { description: body.description ?? "" }),
      ...(body.is_production_mode !== undefined && { isProductionMode: body.is_production_mode }),
      ...(await storeLogos(context, caller.project.id, body)),
    };
    const changed = await changeProject(context, caller.project, fields, async (current) => {
      before = current;
      requireTheme(context, current, config.email_theme);
      const patch = projectFieldsToPatch(config, current.config);
      const isProductionMode = body.is_production_mode ?? current.isProductionMode;
      // A project that begins production has none of them, whenever they were saved.
      const kept = current.isProductionMode ? current.configOverride : {};
      if (isProductionMode) await refuseDomainsOfOthers(context, applyPatch(current.configOverride, patch), kept);
      return patch;
    });
    defer(() => freeReplacedLogos(context, { before, after: changed, since }));
    return toAdminProject(changed, context);
  });
}

/** Refuses a theme that the project does not have. */
function requireTheme(
  { fail }: Failing<typeof contract.themeNotFound>,
  { config }: Project,
  themeId: string | undefined,
): void {
  if (themeId !== undefined && !Object.hasOwn(config.emails.themes, themeId)) fail(contract.themeNotFound);
}

async function toAdminProject(
  project: Project,
  tools: Parameters<typeof openConfig>[1],
): Promise<z.input<typeof AdminProject>> {
  return {
    id: project.id,
    display_name: project.displayName,
    description: project.description,
    logo_url: project.logoUrl,
    full_logo_url: project.fullLogoUrl,
    created_at_millis: project.createdAt,
    is_production_mode: project.isProductionMode,
    owner_team_id: project.ownerTeamId,
    config: renderProjectFields((await openConfig(project, tools)).config),
  };
}
