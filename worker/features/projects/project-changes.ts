import {
  applyPatch,
  type ConfigOverride,
  changedSettings,
  findOversize,
  isObject,
  overrideAt,
  withOverrideAt,
} from "../../config";
import type { Actor } from "../../db/audit/actor";
import { recordAudit } from "../../db/audit/changes";
import { updateProject, whereUnchanged } from "../../db/projects/changes";
import { resealSecrets, sealPatched, storedConfig } from "../../db/projects/config-secrets";
import { type Project, readProject } from "../../db/projects/project";
import { type ProjectRow, selectProject } from "../../db/projects/queries";
import { batchByName, type Condition, type Database, type Statement } from "../../platform/database";
import type { Settings } from "../../platform/env";
import { storedFileName } from "../../platform/images";
import type { Tools } from "../../platform/tools";
import type { CommonError } from "../../protocol/common-errors";
import type { Failing } from "../../protocol/failing";
import type { Json } from "../../protocol/fields";
import type { Statements } from "../../protocol/handler";
import type { Caller } from "../access";
import { freeImages, storedImageUrl } from "../images";
import type { imageRefused } from "../images/contract";
import { projectIsBusy } from "./changes/contract";

/**
 * Limits how often a change is made again because another was written in between. Each failed attempt is one change of another
 * request that was stored, so this many requests at once all succeed, whatever the order.
 */
const maxAttempts = 60;

/**
 * Changes a project's row and configuration. The configuration is one document, so a change is written only if the document is still the
 * one that it was made from. Otherwise it is made again from the newer one, so that none is lost.
 *
 * @param documentFor the document that is stored, made from the project as it is at that moment and its own document
 * @param follow what must change in other tables with it, by name. Each write carries the condition that it is given, which holds exactly
 *   when the configuration is written.
 */
export async function changeDocument(
  {
    db,
    settings,
    trace,
    caller,
    fail,
  }: Pick<Tools, "db" | "settings" | "trace"> & { caller: Pick<Caller, "actor"> } & Failing<
      CommonError | typeof projectIsBusy
    >,
  project: Project,
  fields: Partial<ProjectRow>,
  documentFor: (project: Project, document: ConfigOverride) => Promise<ConfigOverride>,
  follow: (unchanged: Condition) => Statements = () => ({}),
): Promise<Project> {
  let current = project;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { serverSecrets } = settings;
    const resealed = await resealSecrets(serverSecrets, project.id, current.configOverride);
    const override = await documentFor(current, resealed);
    refuseOversize({ fail }, override);
    const set = { ...fields, ...(await storedConfig(serverSecrets, override)) };
    const { storedOverride: from, isProductionMode } = current;
    const unchanged = { projectId: project.id, from, isProductionMode };
    const condition = whereUnchanged(db, unchanged);
    // What is only sealed under another root secret is no change.
    const before = readProject({ ...rowOf(current), configOverride: JSON.stringify(resealed) }, { settings, trace });
    const after = readProject({ ...rowOf(current), ...set }, { settings, trace });
    const { changed, found } = await batchByName(db, {
      recorded: recordProjectChange(db, { before, after, actor: caller.actor }, condition) as
        | PromiseLike<unknown>
        | undefined,
      ...follow(condition),
      changed: updateProject(db, { ...unchanged, set }),
      found: selectProject(db, { projectId: project.id }),
    });
    if (changed[0]) return readProject(changed[0], { settings, trace });
    if (!found[0]) return fail("CURRENT_PROJECT_NOT_FOUND", { project_id: project.id });
    current = readProject(found[0], { settings, trace });
  }
  return fail(projectIsBusy);
}

/** Changes a project's row and its configuration by a patch, as `changeDocument` does. */
export function changeProject(
  tools: Parameters<typeof changeDocument>[0],
  project: Project,
  fields: Partial<ProjectRow>,
  patchFor: (project: Project) => ConfigOverride | Promise<ConfigOverride>,
  follow?: (unchanged: Condition) => Statements,
): Promise<Project> {
  const { serverSecrets } = tools.settings;
  return changeDocument(
    tools,
    project,
    fields,
    async (current, document) => {
      const [own, patch] = splitOwnSettings(await patchFor(current));
      return withOwnSettings(await sealPatched(serverSecrets, project.id, document, patch), own);
    },
    follow,
  );
}

/** Takes what the owner alone decides, which is at a level of its own, out of a patch. */
function splitOwnSettings(patch: ConfigOverride): [own: ConfigOverride, rest: ConfigOverride] {
  const isOwn = ([key]: [string, unknown]) => key.startsWith("project.");
  const entries = Object.entries(patch);
  return [Object.fromEntries(entries.filter(isOwn)), Object.fromEntries(entries.filter((entry) => !isOwn(entry)))];
}

function withOwnSettings(document: ConfigOverride, own: ConfigOverride): ConfigOverride {
  if (Object.keys(own).length === 0) return document;
  return withOverrideAt(document, "project", applyPatch(overrideAt(document, "project"), own));
}

/** Puts settings that the owner alone decides, where a new project has some, to their level. */
export function atTheirLevels(override: ConfigOverride): ConfigOverride {
  const [own, rest] = splitOwnSettings(override);
  return withOwnSettings(rest, own);
}

/** The row that a project was read from, but for its seal, which says nothing of its settings. */
function rowOf({ id, storedOverride, configOverride: _, config: __, ...fields }: Project) {
  return { ...fields, projectId: id, configOverride: storedOverride };
}

/** Refuses a configuration above the size that one row can hold. */
export function refuseOversize({ fail }: Failing<CommonError>, override: ConfigOverride): void {
  const oversize = findOversize(override);
  if (oversize) fail("SCHEMA_ERROR", { message: oversize });
}

const logoKeys: ReadonlySet<string> = new Set(["appearance.logoUrl", "appearance.logoDarkUrl"]);

/**
 * A valid patch of the configuration with uploaded logos stored. Every request reads the whole configuration, so it
 * contains their addresses only.
 */
export async function storePatchedLogos(
  tools: Tools & Failing<typeof imageRefused>,
  { id: projectId }: Pick<Project, "id">,
  patch: ConfigOverride,
  above = "",
): Promise<ConfigOverride> {
  const entries = await Promise.all(
    Object.entries(patch).map(async ([name, value]) => {
      const key = above + name;
      if (logoKeys.has(key) && typeof value === "string") {
        return [name, await storedImageUrl(tools, { projectId, logo: true }, value)];
      }
      return [
        name,
        key === "appearance" && isObject(value)
          ? await storePatchedLogos(tools, { id: projectId }, value, "appearance.")
          : value,
      ];
    }),
  );
  return Object.fromEntries(entries);
}

/** The logos of a project as they are stored: an uploaded image becomes the address under which it is served. */
export async function storeLogos(
  tools: Tools & Failing<typeof imageRefused>,
  projectId: string,
  logos: { logo_url?: string | null; full_logo_url?: string | null },
): Promise<Pick<Partial<ProjectRow>, "logoUrl" | "fullLogoUrl">> {
  const use = { projectId, logo: true as const };
  return {
    ...(logos.logo_url !== undefined && { logoUrl: await storedImageUrl(tools, use, logos.logo_url) }),
    ...(logos.full_logo_url !== undefined && { fullLogoUrl: await storedImageUrl(tools, use, logos.full_logo_url) }),
  };
}

/** Deletes the logos that a project has had until a change and nothing uses any more. */
export async function freeReplacedLogos(
  { firstDb, images, settings }: Pick<Tools, "firstDb" | "images" | "settings">,
  { before, after, since }: { before: Project; after: Project; since: number },
): Promise<void> {
  const kept = storedLogosOf(settings, after);
  // A logo that is in use at no level is in none of the document's text.
  const fileNames = [...storedLogosOf(settings, before)].filter(
    (fileName) => !kept.has(fileName) && !after.storedOverride.includes(fileName),
  );
  if (fileNames.length === 0) return;
  await freeImages({ firstDb, images }, { projectId: after.id, kind: "logo", fileNames, before: since });
}

function storedLogosOf({ apiUrl }: Settings, { logoUrl, fullLogoUrl, config: { appearance } }: Project): Set<string> {
  const logos = [logoUrl, fullLogoUrl, appearance.logoUrl, appearance.logoDarkUrl];
  return new Set(logos.flatMap((url) => (url && storedFileName(apiUrl, url)) || []));
}

/** Fields of a project beside its configuration. */
const fields = ["displayName", "description", "logoUrl", "fullLogoUrl", "isProductionMode"] as const;

/** An event holds as many changes as fit a row beside each other, and of long values their beginning. */
const maxChanges = 200;
const maxValueLength = 500;

/**
 * Records what a change of a project does to its settings, before it is written and on the same condition. Nothing where
 * it changes nothing. Secrets are sealed here as in the configuration, and named without a value.
 */
function recordProjectChange(
  db: Database,
  { before, after, actor }: { before: Project; after: Project; actor: Actor },
  unchanged: Condition,
): Statement | undefined {
  const changed = fields.filter((key) => before[key] !== after[key]);
  const changes = [
    ...changed.map((key) => ({ key, before: before[key], after: after[key] })),
    ...changedSettings(before.config, after.config),
  ];
  if (changes.length === 0) return undefined;
  const details = {
    changes: changes.slice(0, maxChanges).map(shortened) as Json[],
    ...(changes.length > maxChanges && { further_changes: changes.length - maxChanges }),
  };
  const event = { type: "project.updated", target: { type: "project", id: before.id }, details } as const;
  return recordAudit(db, before, actor, event, unchanged);
}

function shortened(change: object): object {
  const entries = Object.entries(change).map(([name, value]) => [name, shortenedValue(value)]);
  return Object.fromEntries(entries);
}

function shortenedValue(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : value;
}
