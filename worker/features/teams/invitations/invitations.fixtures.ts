import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { db, project, type TestProject } from "../../../testing/project";
import type { TestResponse } from "../../../testing/send-request";
import { clientTeams } from "../teams.fixtures";

export const callbackUrl = "http://localhost:3000/handler/team-invitation?from=mail";
export const noCode = "0".repeat(45);

/** A project in which `inviter`s invite, `keeper`s revoke, and new members are `basic`. */
export function invitingProject(override: Parameters<typeof project>[0] = {}): Promise<TestProject> {
  return project({
    ...clientTeams,
    "rbac.permissions": {
      admin: { scope: "team", containedPermissionIds: { inviter: true, keeper: true } },
      inviter: { scope: "team", containedPermissionIds: { $invite_members: true, $read_members: true } },
      keeper: { scope: "team", containedPermissionIds: { $remove_members: true } },
      basic: { scope: "team", containedPermissionIds: { $read_members: true } },
    },
    ...override,
  });
}

export function sendInvitation(
  p: Pick<TestProject, "server">,
  team_id: string,
  fields: object = {},
): Promise<TestResponse> {
  const body = { team_id, email: freshAddress(), callback_url: callbackUrl, ...fields };
  return p.server("POST /team-invitations/send-code", { body });
}

/** Invites an address, and reads the code from the email. */
export async function invited(p: Pick<TestProject, "server">, teamId: string) {
  const email = freshAddress();
  const response = await sendInvitation(p, teamId, { email });
  expect(response.status).toBe(200);
  const [message] = await mailbox({ to: email });
  const link = new URL(message?.links[0] ?? "");
  const id: string = response.body.id;
  return { id, email, message, link, code: link.searchParams.get("code") ?? "" };
}

/** The ids of a team's open invitations, as a server lists them. */
export async function openInvitations(p: TestProject, team_id: string): Promise<string[]> {
  const { body } = await p.server("GET /team-invitations", { query: { team_id } });
  return body.items.map((item: { id: string }) => item.id);
}

export async function storedInvitations(p: TestProject) {
  const isIt = and(eq(verificationCodes.projectId, p.id), eq(verificationCodes.kind, "team_invitation"));
  const [rows] = await db.batch([db.select().from(verificationCodes).where(isIt)]);
  return rows;
}

/** Changes an invitation without the API. */
export async function changeInvitation(
  p: TestProject,
  id: string,
  set: Partial<typeof verificationCodes.$inferInsert>,
): Promise<void> {
  const isIt = and(eq(verificationCodes.projectId, p.id), eq(verificationCodes.id, id));
  await db.batch([db.update(verificationCodes).set(set).where(isIt)]);
}
