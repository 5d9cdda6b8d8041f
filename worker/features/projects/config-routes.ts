import {
  type ConfigLevel,
  type ConfigOverride,
  configLevels,
  mergedLevels,
  overrideAt,
  renderConfig,
  sourceOf,
  underStoredNames,
  validatePatch,
  withNewerNames,
  withOverrideAt,
  withoutKeys,
  withSource,
} from "../../config";
import { removeStores } from "../../db/data-vault/changes";
import { openSecrets, sealPatched } from "../../db/projects/config-secrets";
import { openConfig, type Project } from "../../db/projects/project";
import type { Tools } from "../../platform/tools";
import type { CommonError } from "../../protocol/common-errors";
import type { Failing } from "../../protocol/failing";
import type { Deferring, Statements } from "../../protocol/handler";
import { readJson } from "../../protocol/json-text";
import type { AppRouter, Caller } from "../access";
import type { imageRefused } from "../images/contract";
import type { domainOfOthers, projectIsBusy } from "./changes/contract";
import * as contract from "./contract";
import { refuseDomainsOfOthers } from "./production-mode";
import { changeDocument, freeReplacedLogos, storePatchedLogos } from "./project-changes";

export function configRoutes(router: AppRouter) {
  router.route(contract.readProjectConfig, async ({ caller, settings, trace }) => ({
    config_string: JSON.stringify(withNewerNames((await openConfig(caller.project, { settings, trace })).config)),
  }));

  router.route(contract.readConfigLevel, async ({ caller: { project }, params, settings, trace }) => {
    trace.configLength += project.storedOverride.length;
    const stored = overrideAt(project.configOverride, params.level);
    const { override } = await openSecrets(settings.serverSecrets, project.id, stored);
    return { config_string: JSON.stringify(override) };
  });

  router.route(contract.overrideProjectConfig, (context) =>
    patchLevel(context, "environment", context.body.config_override_string),
  );

  router.route(contract.patchConfigLevel, (context) =>
    patchLevel(context, context.params.level, context.body.config_override_string),
  );

  router.route(contract.replaceConfigLevel, async (context) => {
    const { caller, params, body, fail } = context;
    const { level } = params;
    if (body.source && level !== "branch") return fail(contract.sourceOfBranch);
    const set = await settable(context, level, body.config_string, lowerThan(caller.project, level));
    return writeDocument(context, async (current, document) => {
      if (current !== caller.project) requireValid(context, set, lowerThan(current, level));
      const place = { level, replaces: true };
      const next = await sealPatched(context.settings.serverSecrets, current.id, document, set, place);
      return body.source ? withSource(next, body.source) : next;
    });
  });

  router.route(contract.resetConfigKeys, (context) => {
    const { level } = context.params;
    const { keys } = underStoredKeys(context.body);
    return writeDocument(context, async (_, document) =>
      withOverrideAt(document, level, withoutKeys(overrideAt(document, level), keys)),
    );
  });

  router.route(contract.readConfigSource, ({ caller }) => ({
    source: (sourceOf(caller.project.configOverride) as contract.WireSource | undefined) ?? {
      type: "unlinked" as const,
    },
  }));

  router.route(contract.unlinkConfigSource, (context) =>
    writeDocument(context, async (_, document) => withSource(document, undefined)),
  );
}

type WriteTools = Tools &
  Deferring & { caller: Caller } & Failing<
    | CommonError
    | typeof contract.configNotJson
    | typeof contract.configRefused
    | typeof domainOfOthers
    | typeof imageRefused
    | typeof projectIsBusy
  >;

async function patchLevel(
  context: WriteTools,
  level: ConfigLevel,
  text: string | undefined,
): Promise<Record<string, never>> {
  const { caller } = context;
  if (!text) return {};
  const patch = await settable(context, level, text, mergedLevels(caller.project.configOverride, level));
  return writeDocument(context, (current, document) => {
    // What makes a patch complete may have been taken away since it was first looked at.
    if (current !== caller.project) requireValid(context, patch, mergedLevels(current.configOverride, level));
    return sealPatched(context.settings.serverSecrets, current.id, document, patch, { level });
  });
}

/** Returns what the levels before one amount to. */
function lowerThan({ configOverride }: Project, level: ConfigLevel): ConfigOverride {
  const before = configLevels[configLevels.indexOf(level) - 1];
  return before ? mergedLevels(configOverride, before) : {};
}

/** Reads settings for a level, whose uploaded logos it stores. */
async function settable(
  context: WriteTools,
  level: ConfigLevel,
  text: string,
  below: ConfigOverride,
): Promise<ConfigOverride> {
  const json = readJson(text);
  if (!json.ok) return context.fail(contract.configNotJson);
  const set = requireValid(context, json.value, below);
  const misplaced = Object.keys(set).find((key) => (key.split(".")[0] === "project") !== (level === "project"));
  if (misplaced !== undefined) {
    const configProblem = `[ERROR] The key "${misplaced}" is not valid at the level ${level}.`;
    return context.fail(contract.configRefused, { configProblem });
  }
  return storePatchedLogos(context, context.caller.project, set);
}

/** It takes about as long to check a patch as to render it this many times. */
const rendersOfValidation = 5;

/** Refuses a patch that breaks a rule of the configuration, or that leaves one broken in what it is for. */
function requireValid(
  { trace, fail }: Pick<Tools, "trace"> & Failing<typeof contract.configRefused>,
  sent: unknown,
  stored: ConfigOverride,
): ConfigOverride {
  trace.configLength += rendersOfValidation * JSON.stringify(sent).length;
  const isPatch = typeof sent === "object" && sent !== null && !Array.isArray(sent);
  const patch = isPatch ? underStoredNames(sent as ConfigOverride) : sent;
  const problem = validatePatch(patch, stored);
  if (problem !== null) return fail(contract.configRefused, { configProblem: problem });
  // `validatePatch` refuses everything but objects.
  return patch as ConfigOverride;
}

/** Keys under the names by which settings are stored. */
function underStoredKeys({ keys }: { keys: readonly string[] }): { keys: string[] } {
  return { keys: Object.keys(underStoredNames(Object.fromEntries(keys.map((key) => [key, null])))) };
}

/** Stores a document, and removes what its settings no longer have: values of data vaults, and logos. */
async function writeDocument(
  context: WriteTools,
  documentFor: (project: Project, document: ConfigOverride) => Promise<ConfigOverride>,
): Promise<Record<string, never>> {
  const { db, caller, defer } = context;
  const since = Date.now();
  let before = caller.project;
  let removed: string[] = [];
  const after = await changeDocument(
    context,
    caller.project,
    {},
    async (current, document) => {
      before = current;
      const next = await documentFor(current, document);
      if (current.isProductionMode) await refuseDomainsOfOthers(context, next, document);
      removed = removedStores(current, next);
      return next;
    },
    (only) => {
      if (removed.length === 0) return {};
      const [purges, keys] = removeStores(db, { projectId: caller.project.id, storeIds: removed, only });
      return { purges, keys } as unknown as Statements;
    },
  );
  defer(() => freeReplacedLogos(context, { before, after, since }));
  return {};
}

/** The data vault stores that a project does not have any more by another document. */
function removedStores({ config }: Project, next: ConfigOverride): string[] {
  const ids = Object.keys(config.dataVault.stores);
  if (ids.length === 0) return [];
  const { stores } = renderConfig(next).dataVault;
  return ids.filter((id) => !Object.hasOwn(stores, id));
}
