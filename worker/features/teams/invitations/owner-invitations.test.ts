import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { owner } from "../../../testing/owner";
import { codeIn, password, readUser } from "../../../testing/password-sign-ins";
import { internalProject, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { signedIn } from "../../../testing/sign-ins";
import { create } from "../../users/users/users.fixtures";
import { membersOf, teamIn, userOf } from "../teams.fixtures";
import { changeInvitation, invited, invitingProject, callbackUrl as localCallback } from "./invitations.fixtures";

const accept = "POST /team-invitations/accept";
const callback_url = `${env.WEB_URL}/handler/team-invitation`;

type Owner = Awaited<ReturnType<typeof owner>>;

/** An owner with these projects. */
async function ownerOf(...names: string[]): Promise<Owner> {
  const inviter = await owner();
  for (const display_name of names) {
    const body = { display_name, owner_team_id: inviter.teamId };
    expect((await inviter.client("POST /internal/projects", { body })).status).toBe(201);
  }
  return inviter;
}

/** Invites an address to an owner's team, and returns the email's text, in one line, and its code. */
async function invitedTo({ teamId: team_id }: Owner, email = freshAddress(), fields: object = {}) {
  const before = (await mailbox({ to: email, atLeast: 0 })).length;
  const body = { team_id, email, callback_url, ...fields };
  const sent = await internalProject().server("POST /team-invitations/send-code", { body });
  expect(sent.status).toBe(200);
  const message = (await mailbox({ to: email, atLeast: before + 1 })).at(-1);
  const id: string = sent.body.id;
  return { id, email, text: message?.text.replaceAll("\n", " ") ?? "", code: codeIn(message) };
}

/** The owner's own invitation: a server's names nobody. */
async function invitedBy(inviter: Owner, display_name: string): Promise<string> {
  await inviter.client("PATCH /users/me", { body: { display_name } });
  const email = freshAddress();
  const body = { team_id: inviter.teamId, email, callback_url };
  expect((await inviter.client("POST /team-invitations/send-code", { body })).status).toBe(200);
  return (await mailbox({ to: email }))[0]?.text.replaceAll("\n", " ") ?? "";
}

/** A user who has typed an address in, and has a session. */
async function unverified(p: TestProject) {
  const email = freshAddress();
  const { id } = await create(p, { primary_email: email, primary_email_auth_enabled: true });
  return { id, email, own: p.as(await signedIn(p, id)) };
}

const isVerified = async (userId: string) => (await readUser(internalProject(), userId)).primary_email_verified;

describe("an invitation to the owners of projects", () => {
  it("names who invites, the team and its projects, three of them at most, in the email and on the page", async () => {
    const inviter = await ownerOf("Bakery");
    expect(await invitedBy(inviter, "Ada")).toContain("To administer Bakery, Ada invites you to join Owners at ");
    const four = await ownerOf("One", "Two", "Three", "Four");
    const { text, code } = await invitedTo(four);
    expect(text).toContain("To administer One, Two, Three and others, you are invited to join Owners at ");
    const { body } = await internalProject().client("POST /team-invitations/accept/preview", { body: { code } });
    expect(body.project_display_names).toEqual(["One", "Two", "Three", "Four"]);
  });

  it("names no project where the team owns none, and so do invitations to teams of other projects", async () => {
    expect((await invitedTo(await owner())).text).toContain("You are invited to join Owners at ");
    const p = await invitingProject();
    const { code } = await invited(p, (await teamIn(p)).id);
    const { body } = await p.client("POST /team-invitations/accept/preview", { body: { code } });
    expect(body.project_display_names).toEqual([]);
  });

  it("does not spell out, in an email, a project's name that would be read as a link", async () => {
    // Attack: an owner names a project after an address, and has it emailed to strangers from the instance's own address.
    const { text } = await invitedTo(await ownerOf("https://casino.test", "Win at casino.test now"));
    expect(text).not.toContain("casino");
    expect(text).toContain("You are invited to join Owners at ");
  });

  // Evidence: owners-invitation-page-names-no-link
  it("does not spell out, on its page, names that would be read as a link", async () => {
    // Attack: an owner names themselves, the team or a project after a website, which the page of the instance then recommends.
    const inviter = await ownerOf("https://casino.test", "Bakery");
    const team = { params: { team_id: inviter.teamId }, body: { display_name: "Write to win@casino.test" } };
    expect((await inviter.client("PATCH /teams/{team_id}", team)).status).toBe(200);
    const email = freshAddress();
    await inviter.client("PATCH /users/me", { body: { display_name: "Win at casino\uff0etest" } });
    const body = { team_id: inviter.teamId, email, callback_url };
    expect((await inviter.client("POST /team-invitations/send-code", { body })).status).toBe(200);
    const code = codeIn((await mailbox({ to: email }))[0]);
    expect((await internalProject().client("POST /team-invitations/accept/preview", { body: { code } })).body).toEqual({
      team_id: inviter.teamId,
      team_display_name: null,
      inviter_display_name: null,
      recipient_email: email,
      project_display_names: ["Bakery"],
    });
  });

  // Evidence: owners-invitation-proves-its-address
  it("proves the address that it was emailed to, once its user accepts: no second email asks for it", async () => {
    const inviter = await ownerOf("Bakery");
    const { id, email, own } = await unverified(internalProject());
    const { code } = await invitedTo(inviter, email.toUpperCase());
    expect(await isVerified(id)).toBe(false);
    const response = await own.client(accept, { body: { code } });
    expect([response.status, response.cost.d1]).toEqual([200, 2]);
    expect(await isVerified(id)).toBe(true);
    expect(await membersOf(inviter.teamId)).toContain(id);
  });

  // Evidence: forwarded-invitations-prove-nothing
  it("proves nothing of anybody who accepts it with another address", async () => {
    // Attack: the link is passed on, or found in an archive. Who opens it has an account with an address that they
    // have never verified, and would have it verified, or get the invited one.
    const inviter = await ownerOf("Bakery");
    const { id, email, own } = await unverified(internalProject());
    const { code, email: invitedEmail } = await invitedTo(inviter);
    expect((await own.client(accept, { body: { code } })).status).toBe(200);
    expect(await readUser(internalProject(), id)).toMatchObject({
      primary_email: email,
      primary_email_verified: false,
    });
    const { body } = await internalProject().server("GET /contact-channels", { query: { user_id: id } });
    expect(JSON.stringify(body)).not.toContain(invitedEmail);
  });

  it("proves nothing while it cannot be accepted: expired, revoked, used, or for its recipient only", async () => {
    // Attack: who has typed somebody's address in collects links that are of no use any more, to have the address verified by one.
    const inviter = await ownerOf("Bakery");
    const { id, email, own } = await unverified(internalProject());
    const attempt = (code: string) => own.client(accept, { body: { code } });
    const expired = await invitedTo(inviter, email);
    await changeInvitation(internalProject(), expired.id, { expiresAt: Date.now() });
    expectError(await attempt(expired.code), 400, "VERIFICATION_CODE_EXPIRED");
    const revoked = await invitedTo(inviter, email);
    const input = { params: { id: revoked.id }, query: { team_id: inviter.teamId } };
    await internalProject().server("DELETE /team-invitations/{id}", input);
    expectError(await attempt(revoked.code), 404, "VERIFICATION_CODE_NOT_FOUND");
    const used = await invitedTo(inviter, email);
    const guest = await userOf(internalProject());
    expect((await guest.client(accept, { body: { code: used.code } })).status).toBe(200);
    expectError(await attempt(used.code), 409, "VERIFICATION_CODE_ALREADY_USED");
    const bound = await invitedTo(inviter, email, { for_recipient_only: true });
    expectError(await attempt(bound.code), 403, "TEAM_INVITATION_EMAIL_MISMATCH");
    expect(await isVerified(id)).toBe(false);
    expect(await membersOf(inviter.teamId)).not.toContain(id);
  });

  it("to a team of another project proves no address: what that means there, its website decides", async () => {
    const p = await project({ "teams.allowClientTeamCreation": true });
    const { id, email, own } = await unverified(p);
    const body = { team_id: (await teamIn(p)).id, email, callback_url: "http://localhost:3000/" };
    await p.server("POST /team-invitations/send-code", { body });
    const code = codeIn((await mailbox({ to: email }))[0]);
    expect((await own.client(accept, { body: { code } })).status).toBe(200);
    expect((await readUser(p, id)).primary_email_verified).toBe(false);
  });
});

describe("an invitation to owners where sign-up is closed", () => {
  beforeEach(() => setSignUp(false));
  afterEach(() => setSignUp(null));

  async function setSignUp(allowSignUp: boolean | null) {
    const body = { config_override_string: JSON.stringify({ "auth.allowSignUp": allowSignUp }) };
    expect((await internalProject().admin("PATCH /internal/config/override", { body })).status).toBe(200);
  }

  const signUp = (email: string, invitation_code?: string, p = internalProject()) =>
    p.client("POST /auth/password/sign-up", {
      body: {
        email,
        password,
        verification_callback_url: p.id === "internal" ? callback_url : localCallback,
        invitation_code,
      },
    });

  const refused = async (email: string, code?: string, p?: TestProject) => {
    expectError(await signUp(email, code, p), 400, "SIGN_UP_NOT_ENABLED");
    const { body } = await (p ?? internalProject()).server("GET /users", { query: { query: email } });
    expect(body.items).toEqual([]);
  };

  // Evidence: owners-invitation-opens-sign-up
  it("signs up the address that it was emailed to, which is verified by it, as a member", async () => {
    const inviter = await ownerOf("Bakery");
    const { email, code } = await invitedTo(inviter);
    const { status, body } = await signUp(email.toUpperCase(), code);
    expect(status).toBe(200);
    expect(await readUser(internalProject(), body.user_id)).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
    });
    expect(await membersOf(inviter.teamId)).toContain(body.user_id);
    expect(await mailbox({ to: email, atLeast: 1 })).toHaveLength(1);
  });

  // Evidence: owners-invitation-signs-up-no-other
  it("signs up no other address, and nobody without its code", async () => {
    // Attack: who was invited makes accounts for others, or a stranger makes one with an address of which they know that it is invited.
    const { email, code } = await invitedTo(await ownerOf("Bakery"));
    await refused(freshAddress(), code);
    await refused(email);
    await refused(email, "0".repeat(45));
  });

  // Evidence: owners-invitation-signs-up-once
  it("signs up once: a second account needs a second invitation", async () => {
    // Attack: who was invited leaves, or gives their account another address, and makes further accounts by the same link.
    const { email, code } = await invitedTo(await ownerOf("Bakery"));
    const both = await Promise.all([signUp(email, code), signUp(email, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const userId: string = both.find(({ status }) => status === 200)?.body.user_id;
    expect((await internalProject().server("DELETE /users/{user_id}", { params: { user_id: userId } })).status).toBe(
      200,
    );
    await refused(email, code);
  });

  it("signs nobody up once it has expired, was revoked or accepted, or its sender left", async () => {
    // Attack: a link of an old email, or of somebody who is no owner any more, makes an owner.
    const inviter = await ownerOf("Bakery");
    const expired = await invitedTo(inviter);
    await changeInvitation(internalProject(), expired.id, { expiresAt: Date.now() });
    await refused(expired.email, expired.code);
    const revoked = await invitedTo(inviter);
    const input = { params: { id: revoked.id }, query: { team_id: inviter.teamId } };
    await internalProject().server("DELETE /team-invitations/{id}", input);
    await refused(revoked.email, revoked.code);
    const used = await invitedTo(inviter);
    await (await userOf(internalProject())).client(accept, { body: { code: used.code } });
    await refused(used.email, used.code);
    const left = await invitedTo(inviter);
    const payload = { teamId: inviter.teamId, email: left.email, inviterId: (await owner()).userId };
    await changeInvitation(internalProject(), left.id, { payload });
    await refused(left.email, left.code);
  });

  it("takes the address from an account in which somebody else has planted it", async () => {
    // Attack: an owner knows whom others invite, and adds that address to an account of their own, so that its owner cannot sign up.
    const inviter = await ownerOf("Bakery");
    const planter = await userOf(internalProject());
    const { email, code } = await invitedTo(inviter);
    const body = { user_id: "me", type: "email", value: email, used_for_auth: true };
    expect((await planter.client("POST /contact-channels", { body })).status).toBe(201);
    const { status, body: session } = await signUp(email, code);
    expect([status, session.user_id === planter.id]).toEqual([200, false]);
    expect(await membersOf(inviter.teamId)).not.toContain(planter.id);
  });

  it("to a team of another project signs nobody up: what is closed there, its owner has closed", async () => {
    // Attack: a member who may invite opens the project to strangers.
    const p = await invitingProject({ "auth.allowSignUp": false });
    const { email, code } = await invited(p, (await teamIn(p)).id);
    await refused(email, code, p);
  });
});
