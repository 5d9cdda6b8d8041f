import type { AdminOwnedProject, GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";

/** Reads what has to be mended before the project is ready for production, each with the page on which to do it. */
export function productionErrorsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "project", ["production-mode-errors"], async () => {
    // By itself: the kit's method belongs to a project that has to be read first.
    const path = "GET /internal/projects/current/production-mode-errors";
    const { errors } = await app[appInternals].caller("admin").read(path);
    return errors.map(({ message, relative_fix_url: relativeFixUrl }) => ({ message, relativeFixUrl }));
  });
}

/** A website, and the path below which it has the pages of sign-in and account settings. */
export interface TrustedDomain {
  domain: string;
  handlerPath: string;
}

/** Trusts one more domain, or changes the path of one. The others stay as they are by then, whatever the page shows of them. */
export async function trustDomain(project: AdminOwnedProject, { domain, handlerPath }: TrustedDomain) {
  const [id = crypto.randomUUID()] = await trustedDomainIds(project, domain);
  const override = { [`domains.trustedDomains.${id}`]: { baseUrl: domain, handlerPath } };
  await project.updateConfig(override);
  return override;
}

/** Trusts one domain no longer. */
export async function removeDomain(project: AdminOwnedProject, domain: string): Promise<void> {
  const ids = await trustedDomainIds(project, domain);
  await project.updateConfig(Object.fromEntries(ids.map((id) => [`domains.trustedDomains.${id}`, null])));
}

/** The ids of the entries with this domain. Read anew each time: the configuration holds secrets, so it is not kept. */
async function trustedDomainIds(project: AdminOwnedProject, domain: string): Promise<string[]> {
  const { domains } = (await project.getConfig()) as { domains: TrustedDomains };
  return Object.entries(domains.trustedDomains).flatMap(([id, { baseUrl }]) => (baseUrl === domain ? [id] : []));
}

type TrustedDomains = { trustedDomains: Record<string, { baseUrl?: string }> };
