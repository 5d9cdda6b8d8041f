import { selectOwner } from "../../../db/memberships/queries";
import { selectProjectId } from "../../../db/projects/queries";
import type { IntegrationFamily } from "../../../platform/integration-clients";
import type { Tools } from "../../../platform/tools";
import type { AppRouter, Caller } from "../../access";
import { newCode } from "../../verification-codes";
import { requireClient } from "..";
import { approve, openInteraction } from "./approve";
import { interaction } from "./code-kinds";
import * as contract from "./contract";
import { redeem } from "./redeem";
import { issuerOf, redirectWith } from "./redirect";

export function integrationOAuthRoutes(router: AppRouter): void {
  familyRoutes(router, "custom", contract.custom);
  familyRoutes(router, "neon", contract.neon);
}

function familyRoutes(
  router: AppRouter,
  family: IntegrationFamily,
  endpoints: typeof contract.custom | typeof contract.neon,
): void {
  for (const endpoint of [endpoints.read, endpoints.discover]) {
    router.route(endpoint, ({ settings }) => metadata(settings, family));
  }

  router.route(endpoints.authorize, async ({ firstDb, settings, query, fail }) => {
    const client = settings.integrationClients.find((each) => each.id === query.client_id && each.family === family);
    // To the letter (RFC 9700 section 2.1): two readers of a URL may disagree on where one leads that is only similar.
    if (!client?.redirectUris.includes(query.redirect_uri)) return fail(contract.unknownClient);
    const { code, statement } = await newCode(firstDb, interaction, {
      projectId: "internal",
      lifetimeMillis: contract.interactionLifetimeMillis,
      payload: {
        clientId: client.id,
        redirectUri: query.redirect_uri,
        codeChallenge: query.code_challenge,
        state: query.state ?? null,
      },
    });
    await firstDb.batch([statement]);
    const page = new URL(`${settings.webUrl}/integrations/${family}/confirm`);
    page.searchParams.set("interaction_uid", code);
    return new Response(null, { status: 303, headers: { Location: page.href } });
  });

  router.route(endpoints.exchange, async (request) => {
    const client = await requireClient(request, endpoints.exchange, family);
    return await redeem(request, client, request.body);
  });

  router.route(endpoints.checkInteraction, async (request) => {
    const { caller, body, settings, fail } = request;
    if (!isInternal(caller)) return fail("EXPECTED_INTERNAL_PROJECT");
    const { payload, client } = await openInteraction(request, family, body.interaction_uid);
    return {
      integration: { name: client.name },
      redirect_host: new URL(payload.redirectUri).host,
      cancel_url: redirectWith(settings, family, payload, { error: "access_denied" }),
    };
  });

  router.route(endpoints.approve, async (request) => {
    const { db, caller, body, fail } = request;
    if (!isInternal(caller)) return fail("EXPECTED_INTERNAL_PROJECT");
    const { project_id: projectId } = body;
    const [[owner]] = await db.batch([selectOwner(db, { projectId, userId: caller.user.id })]);
    if (!owner?.teamId) return fail("PROJECT_NOT_FOUND", { project_id: projectId });
    const { user } = caller;
    const approved = await approve(request, family, { uid: body.interaction_uid, projectId, user });
    return { redirect_url: approved.redirectUrl };
  });

  router.route(endpoints.confirm, async (request) => {
    const { dbOf, caller, body, fail } = request;
    if (!isInternal(caller)) return fail("EXPECTED_INTERNAL_PROJECT");
    const { project_id: projectId, external_project_name: externalName } = body;
    const db = dbOf(projectId);
    const [[project]] = await db.batch([selectProjectId(db, { projectId })]);
    // Its keys administer the installation.
    if (!project || projectId === "internal") return fail("PROJECT_NOT_FOUND", { project_id: projectId });
    const approved = await approve(request, family, { uid: body.interaction_uid, projectId, externalName });
    return { authorization_code: approved.code, redirect_url: approved.redirectUrl };
  });
}

function isInternal({ project }: Pick<Caller, "project">): boolean {
  return project.id === "internal";
}

function metadata(settings: Tools["settings"], family: IntegrationFamily) {
  const base = `${settings.apiUrl}/api/v1/integrations/${family}/oauth`;
  return {
    issuer: issuerOf(settings, family),
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    authorization_response_iss_parameter_supported: true,
  };
}
