import { actorFrom } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import { sealPatched, storedConfig } from "../../../db/projects/config-secrets";
import { insertKeySet } from "../../../db/projects/internal-keys/changes";
import { insertProvisioned, selectProvisioned } from "../../../db/projects/provisioned";
import type { IntegrationClient, IntegrationFamily } from "../../../platform/integration-clients";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter } from "../../access";
import { nameOnPage } from "../../emails";
import { initialOverride, storeNewProject } from "../../projects";
import { noRoomForProjects } from "../../projects/contract";
import { newKeySet } from "../../projects/internal-keys";
import { newCode } from "../../verification-codes";
import { requireClient } from "..";
import { confirmTransfer, findTransferable, openTransfer, transferCode } from "./confirm-transfer";
import * as contract from "./contract";

const years = 365 * 24 * 60 * 60 * 1000;

export function integrationProjectRoutes(router: AppRouter): void {
  familyRoutes(router, "custom", contract.custom);
  familyRoutes(router, "neon", contract.neon);

  router.route(contract.connectNeonProject, async (request) => {
    const { firstDb, query, fail } = request;
    const client = await requireClient(request, contract.connectNeonProject, "neon");
    const one = { projectId: query.project_id, clientId: client.id };
    const [[provisioned]] = await firstDb.batch([selectProvisioned(firstDb, one)]);
    return provisioned
      ? { project_id: provisioned.projectId }
      : fail("PROJECT_NOT_FOUND", { project_id: query.project_id });
  });
}

function familyRoutes(
  router: AppRouter,
  family: IntegrationFamily,
  endpoints: typeof contract.custom | typeof contract.neon,
): void {
  router.route(endpoints.provision, async (request) => {
    const client = await requireClient(request, endpoints.provision, family);
    return await provision(request, client, request.body.display_name);
  });

  router.route(endpoints.checkTransfer, async (request) => {
    const client = await requireClient(request, endpoints.checkTransfer, family);
    await requireTransferable(request, client, request.query.project_id);
    return { message: "Ready to transfer project; please use the POST method to initiate it." };
  });

  for (const initiation of [endpoints.beginTransfer, endpoints.initiateTransfer]) {
    router.route(initiation, async (request) => {
      const { firstDb, settings, body } = request;
      const client = await requireClient(request, initiation, family);
      const { id: projectId } = await requireTransferable(request, client, body.project_id);
      const { code, statement } = await newCode(firstDb, transferCode, {
        projectId: "internal",
        lifetimeMillis: contract.transferLifetimeMillis,
        subject: projectId,
        payload: { clientId: client.id, projectId },
      });
      await firstDb.batch([statement]);
      const page = new URL(`${settings.webUrl}/integrations/${family}/projects/transfer/confirm`);
      page.searchParams.set("code", code);
      return { confirmation_url: page.href };
    });
  }

  router.route(endpoints.checkConfirmation, async (request) => {
    const { caller, body, fail } = request;
    if (caller.project.id !== "internal") return fail("EXPECTED_INTERNAL_PROJECT");
    const { project, client } = await openTransfer(request, family, body.code);
    return {
      is_code_valid: true as const,
      // The page is for someone who does not know the project yet.
      project: { id: project.id, display_name: nameOnPage(project.displayName) ?? "" },
      integration: { name: client.name },
    };
  });

  router.route(endpoints.confirm, (request) => {
    if (request.caller.project.id !== "internal") return request.fail("EXPECTED_INTERNAL_PROJECT");
    return confirmTransfer(request, family);
  });
}

/** Makes a project without an owner, and the admin key with which its partner configures it. */
async function provision(
  tools: Tools & Failing<typeof noRoomForProjects>,
  client: IntegrationClient,
  displayName: string,
) {
  const { firstDb, settings, sender, fail } = tools;
  const id = newId();
  const createdAt = Date.now();
  const override = initialOverride({
    oauth_providers: [
      { id: "google", type: "shared" },
      { id: "github", type: "shared" },
    ],
  });
  const sealed = await sealPatched(settings.serverSecrets, id, {}, override);
  const actor = actorFrom(sender, { type: "system", id: null });
  const { row, admin } = await newKeySet({
    projectId: id,
    description: `Made by ${client.name} with the project`,
    expiresAt: createdAt + 100 * years,
    createdBy: actor,
    admin: true,
  });
  const event = {
    type: "integration.provisioned",
    target: { type: "project", id },
    details: { client_id: client.id },
  } as const;
  const project = {
    projectId: id,
    displayName,
    description: "",
    logoUrl: null,
    fullLogoUrl: null,
    isProductionMode: false,
    ownerTeamId: null,
    ...(await storedConfig(settings.serverSecrets, sealed)),
    createdAt,
  };
  const outcome = await storeNewProject(tools, project, {
    idIfOwned: id,
    ofProject: (db) => [insertKeySet(db, row), recordAudit(db, { id }, actor, event)],
    ofInternal: [
      insertProvisioned(firstDb, { projectId: id, clientId: client.id, createdAt }),
      recordAudit(firstDb, { id: "internal" }, actor, event),
    ],
  });
  if (outcome === "no room") return fail(noRoomForProjects);
  // `newKeySet` has made the one of this kind.
  return { project_id: id, super_secret_admin_key: admin ?? "" };
}

/** The project, if this client has made it and may still hand it over. */
async function requireTransferable(
  request: Pick<Tools, "firstDb" | "dbOf"> & Failing<(typeof contract.notTransferable)[IntegrationFamily]>,
  client: IntegrationClient,
  projectId: string,
) {
  const project = await findTransferable(request, { projectId, clientId: client.id });
  return project ?? request.fail(contract.notTransferable[client.family]);
}
