import { selectOwner } from "../../../db/memberships/queries";
import { selectProjectId } from "../../../db/projects/queries";
import type { User } from "../../../db/users/queries";
import type { IntegrationFamily } from "../../../platform/integration-clients";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { checkCode, claimCode, newCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import { findClient, requireClient } from "..";
import * as contract from "./contract";
import { codeLifetimeMillis } from "./contract";
import { authorizationCode, interaction, redeem } from "./redeem";

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
    // Its keys administer the instance.
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

type ApprovalTools = Pick<Tools, "db" | "settings"> & Failing<VerificationCodeError>;

/** Returns what a partner requested, with the request left open. */
async function openInteraction(tools: ApprovalTools, family: IntegrationFamily, uid: string) {
  const payload = await checkCode(tools, interaction, { projectId: "internal", code: uid }, { isPreview: true });
  const client = findClient(tools, family, payload.clientId);
  return client ? { payload, client } : tools.fail("VERIFICATION_CODE_NOT_FOUND");
}

/** Uses a partner's request up and makes the code for it. Whether the project is the owner's is checked before. */
async function approve(
  tools: ApprovalTools,
  family: IntegrationFamily,
  decision: {
    uid: string;
    projectId: string;
    /** The owner who decides: the code ends when a credential of theirs is replaced. */
    user?: Pick<User, "id" | "credentialVersion">;
    externalName?: string | undefined;
  },
): Promise<{ code: string; redirectUrl: string }> {
  const { db, settings, fail } = tools;
  const { user, projectId } = decision;
  const isOfFamily = ({ clientId }: { clientId: string }) => {
    if (!findClient(tools, family, clientId)) fail("VERIFICATION_CODE_NOT_FOUND");
  };
  const sent = { projectId: "internal", code: decision.uid, validate: isOfFamily };
  const { state, ...request } = await claimCode(tools, interaction, sent);
  const name = decision.externalName ?? findClient(tools, family, request.clientId)?.name;
  const { code, statement } = await newCode(db, authorizationCode, {
    projectId: "internal",
    lifetimeMillis: codeLifetimeMillis,
    user,
    payload: {
      ...request,
      projectId,
      keySetId: newId(),
      description: `Given to ${name}`,
      ownerId: user?.id ?? null,
    },
  });
  await db.batch([statement]);
  return { code, redirectUrl: redirectWith(settings, family, { ...request, state }, { code }) };
}

/** Each family is an authorization server of its own. */
function issuerOf({ apiUrl }: Tools["settings"], family: IntegrationFamily): string {
  return `${apiUrl}/api/v1/integrations/${family}/oauth/idp`;
}

/** The partner's address with a response, its state, and the issuer, by which it notices a mix-up (RFC 9207). */
function redirectWith(
  settings: Tools["settings"],
  family: IntegrationFamily,
  { redirectUri, state }: { redirectUri: string; state: string | null },
  response: Record<string, string>,
): string {
  const location = new URL(redirectUri);
  const parameters = { ...response, ...(state !== null && { state }), iss: issuerOf(settings, family) };
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
  return location.href;
}
