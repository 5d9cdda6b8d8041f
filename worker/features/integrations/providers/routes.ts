import type { ConfigOverride } from "../../../config";
import { openConfig, type Project } from "../../../db/projects/project";
import type { Tools } from "../../../platform/tools";
import type { AppRouter } from "../../access";
import { changeProject, renderProjectFields } from "../../projects";
import * as contract from "./contract";

export function integrationProviderRoutes(router: AppRouter): void {
  router.route(contract.listNeonProviders, async ({ caller, settings }) => ({
    items: await providersOf(caller.project, settings),
    is_paginated: false as const,
  }));

  router.route(contract.createNeonProvider, async (request) => {
    const { caller, body, settings, fail } = request;
    const { id, enabled = true } = body;
    const changed = await changeProject(request, caller.project, {}, (current) => {
      if (keyOf(current, id) !== undefined) return fail(contract.providerExists);
      const provider = { type: id, allowSignIn: enabled, allowConnectedAccounts: enabled, ...settingsIn(body) };
      return { [`auth.oauth.providers.${id}`]: provider };
    });
    return await providerOf(changed, settings, id);
  });

  router.route(contract.updateNeonProvider, async (request) => {
    const { caller, params, body, settings, fail } = request;
    const id = params.oauth_provider_id;
    const changed = await changeProject(request, caller.project, {}, (current) => {
      const key = keyOf(current, id) ?? fail(contract.providerNotFound);
      const stored = current.config.auth.oauth.providers[key];
      const written = settingsIn(body);
      const isShared = written.isShared ?? stored?.isShared;
      for (const [name, field] of [
        ["clientId", "client_id"],
        ["clientSecret", "client_secret"],
      ] as const) {
        if (!isShared && !(written[name] ?? stored?.[name])) {
          return fail("SCHEMA_ERROR", { message: `body.${field} must be defined for a standard provider` });
        }
      }
      const { enabled } = body;
      const switched = enabled === undefined ? {} : { allowSignIn: enabled, allowConnectedAccounts: enabled };
      const leaves = Object.entries({ ...written, ...switched });
      return Object.fromEntries(leaves.map(([name, value]) => [`auth.oauth.providers.${key}.${name}`, value]));
    });
    return await providerOf(changed, settings, id);
  });

  router.route(contract.deleteNeonProvider, async (request) => {
    const { caller, params, fail } = request;
    await changeProject(request, caller.project, {}, (current) => {
      const key = keyOf(current, params.oauth_provider_id) ?? fail(contract.providerNotFound);
      return { [`auth.oauth.providers.${key}`]: null };
    });
    return { success: true as const };
  });
}

interface ProviderFields {
  type?: "shared" | "standard" | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  facebook_config_id?: string | undefined;
  microsoft_tenant_id?: string | undefined;
}

/** The settings that a request gives values to. */
function settingsIn({ type, ...body }: ProviderFields) {
  return {
    ...(type !== undefined && { isShared: type === "shared" }),
    ...(body.client_id !== undefined && { clientId: body.client_id }),
    ...(body.client_secret !== undefined && { clientSecret: body.client_secret }),
    ...(body.facebook_config_id !== undefined && { facebookConfigId: body.facebook_config_id }),
    ...(body.microsoft_tenant_id !== undefined && { microsoftTenantId: body.microsoft_tenant_id }),
  } satisfies ConfigOverride;
}

/** The key under which the configuration has a provider, which need not be its type. */
function keyOf({ config }: Project, id: string): string | undefined {
  return Object.entries(config.auth.oauth.providers).find(([, { type }]) => type === id)?.[0];
}

async function providersOf(project: Project, settings: Tools["settings"]) {
  return renderProjectFields((await openConfig(project, { settings })).config).oauth_providers;
}

async function providerOf(project: Project, settings: Tools["settings"], id: string) {
  const provider = (await providersOf(project, settings)).find((each) => each.id === id);
  if (!provider) throw new Error("A provider was written and is not there");
  return provider;
}
