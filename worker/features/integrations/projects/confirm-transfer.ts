import * as z from "zod";
import { recordAudit } from "../../../db/audit/changes";
import { recordAuditOfProject } from "../../../db/audit/project-logs";
import { ifMember } from "../../../db/memberships/joins";
import { selectMembership } from "../../../db/memberships/queries";
import { updateOwnerTeam } from "../../../db/projects/changes";
import { doesNotOwn, owns } from "../../../db/projects/joins";
import {
  endProvisioning,
  handOver,
  type ProvisionedProject,
  selectTransferable,
} from "../../../db/projects/provisioned";
import { selectNameOfProject } from "../../../db/projects/queries";
import { isTeamRefused, refuseTeamIf } from "../../../db/teams/changes";
import { batchThen, type Statement } from "../../../platform/database";
import type { IntegrationFamily } from "../../../platform/integration-clients";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { type Caller, withImpersonator } from "../../access";
import { newTeam, requireMembership } from "../../teams";
import { checkCode, claimCode, defineCodeKind } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import { findClient } from "..";
import { alreadyTransferred } from "./contract";

/** Lets a signed-in person take a project over. Its subject is the project, which is handed over once. */
export const transferCode = defineCodeKind({
  name: "integration_transfer",
  payload: z.object({ clientId: z.string(), projectId: z.string() }),
});

type TransferTools = Pick<Tools, "db" | "firstDb" | "dbOf" | "shards" | "settings"> &
  Failing<VerificationCodeError | typeof alreadyTransferred>;
type Transfer = { clientId: string; projectId: string };

/** Returns what a code hands over, with the code unused. */
export async function openTransfer(tools: TransferTools, family: IntegrationFamily, code: string) {
  const payload = await checkCode(tools, transferCode, { projectId: "internal", code }, { isPreview: true });
  return await requireTransfer(tools, family, payload);
}

/** Makes a team of the caller's the owner of a project, and uses up the partner's right to hand it over. */
export async function confirmTransfer(
  request: TransferTools &
    Failing<"TEAM_MEMBERSHIP_NOT_FOUND"> & {
      caller: Caller & { user: NonNullable<Caller["user"]> };
      body: { code: string; team_id?: string | undefined };
    },
  family: IntegrationFamily,
): Promise<{ project_id: string }> {
  const { db, dbOf, caller, body, fail } = request;
  const { project: internal, user } = caller;
  const member = { projectId: internal.id, userId: user.id };
  let displayName = "";
  const transfer = await claimCode(request, transferCode, {
    projectId: internal.id,
    code: body.code,
    validate: async (payload) => {
      displayName = (await requireTransfer(request, family, payload)).project.displayName;
      if (body.team_id === undefined) return;
      const chosen = { ...member, teamId: body.team_id };
      requireMembership({ fail }, chosen, (await db.batch([selectMembership(db, chosen)]))[0]);
    },
  });
  const made =
    body.team_id === undefined
      ? newTeam(db, internal, { displayName: `${displayName.slice(0, 200)} Team`, creatorUserId: user.id })
      : undefined;
  const teamId = made?.team.id ?? body.team_id ?? "";
  const event = {
    type: "integration.transferred",
    target: { type: "project", id: transfer.projectId },
    details: { client_id: transfer.clientId, to_team_id: teamId },
  } as const;
  const { projectId } = transfer;
  const isHandedOver = owns(db, { teamId, projectId });
  const ownDb = dbOf(projectId);
  const owner = { ...caller.actor, type: "owner" } as const;
  const statements: Statement[] = [
    ...(made?.statements ?? []),
    handOver(db, { ...transfer, to: ifMember({ ...member, teamId }, teamId) }),
    ...(ownDb === db ? [recordAuditOfProject(db, projectId, owner, event, isHandedOver)] : []),
    recordAudit(db, internal, owner, event, isHandedOver),
    // A team that was made for a project which went elsewhere in between would be there for nothing.
    ...(made ? [refuseTeamIf(db, { projectId: internal.id, teamId }, doesNotOwn(db, { teamId, projectId }))] : []),
  ];
  try {
    const ended = await batchThen(db, statements, endProvisioning(db, transfer));
    if (ended.length > 0) {
      if (ownDb !== db) {
        await ownDb.batch([
          updateOwnerTeam(ownDb, { projectId, ownerTeamId: teamId }),
          recordAuditOfProject(ownDb, projectId, await withImpersonator(db, owner), event),
        ]);
      }
      return { project_id: projectId };
    }
  } catch (error) {
    if (!isTeamRefused(error)) throw error;
  }
  return fail(alreadyTransferred);
}

async function requireTransfer(tools: TransferTools, family: IntegrationFamily, transfer: Transfer) {
  const client = findClient(tools, family, transfer.clientId);
  if (!client) return tools.fail("VERIFICATION_CODE_NOT_FOUND");
  const project = await findTransferable(tools, transfer);
  return project ? { project, client } : tools.fail(alreadyTransferred);
}

/** A project that a client has made and no team owns yet, with its name; undefined where there is none. */
export async function findTransferable(
  { firstDb, dbOf }: Pick<Tools, "firstDb" | "dbOf">,
  provisioned: ProvisionedProject,
): Promise<{ id: string; displayName: string } | undefined> {
  const [[project]] = await firstDb.batch([selectTransferable(firstDb, provisioned)]);
  if (!project) return undefined;
  const db = dbOf(project.id);
  if (db === firstDb) return project;
  const [[named]] = await db.batch([selectNameOfProject(db, { projectId: project.id })]);
  return named && { id: project.id, displayName: named.displayName };
}
