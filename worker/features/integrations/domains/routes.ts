import { applyPatch } from "../../../config";
import { defaultHandlerPath, maxTrustedDomains } from "../../../config/domain-pattern";
import type { Project } from "../../../db/projects/project";
import { newId } from "../../../platform/secrets";
import type { AppRouter } from "../../access";
import { changeProject, refuseDomainsOfOthers } from "../../projects";
import * as contract from "./contract";

export function integrationDomainRoutes(router: AppRouter): void {
  familyRoutes(router, contract.custom);
  familyRoutes(router, contract.neon);
}

function familyRoutes(router: AppRouter, endpoints: typeof contract.custom | typeof contract.neon): void {
  router.route(endpoints.list, ({ caller: { project } }) => {
    const domains = new Set(domainsOf(project).map(([, domain]) => domain));
    return { items: [...domains].toSorted().map((domain) => ({ domain })), is_paginated: false as const };
  });

  router.route(endpoints.add, async (request) => {
    const { caller, body, fail } = request;
    const { domain } = body;
    await changeProject(request, caller.project, {}, async (current) => {
      const trusted = domainsOf(current);
      if (trusted.some(([, each]) => each === domain)) return {};
      if (trusted.length >= maxTrustedDomains) return fail(contract.tooManyDomains);
      const added = { baseUrl: domain, handlerPath: defaultHandlerPath };
      const patch = { [`domains.trustedDomains.${newId()}`]: added };
      const stored = current.configOverride;
      if (current.isProductionMode) await refuseDomainsOfOthers(request, applyPatch(stored, patch), stored);
      return patch;
    });
    return { domain };
  });

  router.route(endpoints.remove, async (request) => {
    const { caller, params } = request;
    await changeProject(request, caller.project, {}, (current) => {
      const removed = domainsOf(current).filter(([, domain]) => domain === params.domain);
      return Object.fromEntries(removed.map(([id]) => [`domains.trustedDomains.${id}`, null]));
    });
    return { success: true as const };
  });
}

function domainsOf({ config }: Project): [id: string, domain: string][] {
  return Object.entries(config.domains.trustedDomains).flatMap(([id, { baseUrl }]) =>
    baseUrl === undefined ? [] : [[id, baseUrl] as [string, string]],
  );
}
