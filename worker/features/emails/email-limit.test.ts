import { eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { sentEmails } from "../../db/emails/schema";
import { callbackUrl, otpProject } from "../../testing/code-sign-ins";
import { expectTooMany, hex, limited, refused, statuses, times } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { password, signUp, signUpBody } from "../../testing/password-sign-ins";
import { db, internalProject, project, type TestProject } from "../../testing/project";
import { signedIn } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";

/** Options of requests from one site, each from another network of it, which the limits of requests count on its own. */
function newSite() {
  const prefix = `2001:db8:${hex()}`;
  return () => limited(`${prefix}:${hex()}::1`);
}

describe("emails to one address", () => {
  const signUpAt = (p: TestProject, email: string, from: object) =>
    p.client("POST /auth/password/sign-up", { body: signUpBody({ email }), ...from });

  const requestCode = (p: TestProject, email: string, from: object) =>
    p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl }, ...from });

  const logOf = async (p: TestProject) =>
    (
      await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id)).orderBy(sentEmails.sentAt)])
    )[0];

  const own = {
    "emails.server.isShared": false,
    "emails.server.host": "127.0.0.1",
    "emails.server.port": inject("mailServers").plainPort,
    "emails.server.senderEmail": "mail@acme.test",
  };

  const tooMany = "The email was not sent: too many emails to this address within 10 minutes.";

  // Attack: filling a victim's mailbox by signing up with the address in many projects.
  it("stop after 10 that one site causes: later sign-ups succeed, and the log shows what was not sent", async () => {
    const projects = await Promise.all(times(12, () => project()));
    const [email, from] = [freshAddress(), newSite()];
    for (const p of projects) expect((await signUpAt(p, email, from())).status).toBe(200);
    expect(await mailbox({ to: email, atLeast: 10 })).toHaveLength(10);
    const [last] = await logOf(projects.at(-1) as TestProject);
    expect(last?.error).toMatchObject({ errorType: "withheld", canRetry: false, message: tooMany });
    expect((await logOf(projects[0] as TestProject))[0]?.error).toBeNull();
  });

  // Attack: filling a mailbox by signing up again and again, deleting the account in between.
  it("stop after 5 sign-ups of one project, and count together with those that are requested", async () => {
    const p = await otpProject();
    const [email, from] = [freshAddress(), newSite()];
    for (const _ of times(6, () => null)) {
      const signedUp = await signUpAt(p, email, from());
      expect(signedUp.status).toBe(200);
      await p.server("DELETE /users/{user_id}", { params: { user_id: signedUp.body.user_id } });
    }
    expect((await logOf(p)).map(({ error }) => error?.message ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      tooMany,
    ]);
    expectTooMany(await requestCode(p, email, from()), 600);
  });

  // Attack: keeping a person from the emails of all projects, by a project whose own mail server leads nowhere.
  it("429 beyond 10 that the shared server sends for all projects; those of other servers do not count", async () => {
    const from = newSite();
    const send = (p: TestProject, to: string) => requestCode(p, to, from());
    const email = freshAddress();
    for (const p of await Promise.all(times(3, () => otpProject(own)))) {
      for (const _ of times(5, () => null)) expect((await send(p, email)).status).toBe(200);
    }
    const shared = await Promise.all(times(3, () => otpProject()));
    for (const p of shared.slice(1)) {
      for (const _ of times(5, () => null)) expect((await send(p, email)).status).toBe(200);
    }
    expectTooMany(await send(shared[0] as TestProject, email), 600);
  });

  // Evidence: beyond-5-sign-codes-whatever-address
  // Attack: filling a victim's mailbox, from the 65,536 networks that one customer may have.
  it("429 beyond 5 sign-in codes, whatever network of a site requests them", async () => {
    const p = await otpProject();
    const [email, from] = [freshAddress(), newSite()];
    const send = () => requestCode(p, email, from());
    const responses = await Promise.all(times(12, send));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expectTooMany(await send(), 600);
    expect(await mailbox({ to: email, atLeast: 5 })).toHaveLength(5);
  });

  // Evidence: plus-addresses-are-one-mailbox
  // Attack: a stranger fills a victim's mailbox by as many addresses of it as they can think of: `victim+1@`, `Victim+2@` and so on. They
  // use every endpoint that emails an address. They also sign up, because the emails of sign-ups had no limit of their own. Within seconds,
  // 54 emails arrived.
  it("429 beyond 5 emails to one mailbox, whatever follows the + of its addresses, which stay accounts of their own", async () => {
    const p = await otpProject({ "auth.password.allowSignIn": true });
    const [id, from] = [crypto.randomUUID(), newSite()];
    const tagged = (tag: string) => `${id}+${tag}@inbox.test`;
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    const requestReset = (email: string) =>
      p.client("POST /auth/password/send-reset-code", { body: { email, callback_url: callbackUrl }, ...from() });
    const invite = (email: string) =>
      p.server("POST /team-invitations/send-code", {
        body: { team_id: team.id, email, callback_url: callbackUrl },
        ...limited(),
      });
    const [first, second] = [await signUpAt(p, tagged("1"), from()), await signUpAt(p, tagged("2"), from())];
    expect([first.status, second.status, first.body.user_id === second.body.user_id]).toEqual([200, 200, false]);
    for (const email of [`${id.toUpperCase()}+3@inbox.test`, `${id}@inbox.test`, tagged("4+5")]) {
      expect((await requestCode(p, email, from())).status).toBe(200);
    }
    expectTooMany(await requestCode(p, tagged("6"), from()), 600);
    expectTooMany(await requestReset(tagged("1")), 600);
    // One is left for each further site.
    expect((await invite(tagged("7"))).status).toBe(200);
    for (const _ of times(9, () => null)) await invite(tagged(hex()));
    expectTooMany(await invite(tagged("8")), 600);
    expect((await signUpAt(p, tagged("9"), from())).status).toBe(200);
    const log = await logOf(p);
    expect(log.filter(({ error }) => error?.message === tooMany)).toHaveLength(1);
    expect(log.filter(({ error }) => error === null)).toHaveLength(15);
    // Another mailbox, whatever its name begins with.
    expect((await requestCode(p, `${id}1@inbox.test`, from())).status).toBe(200);
    expect((await requestCode(p, `+${id}@inbox.test`, from())).status).toBe(200);
    expect((await requestCode(p, `+1${id}@inbox.test`, from())).status).toBe(200);
  });

  // Attack: strangers keep a person from emails even in a network from which that person has signed in. They sign up with further addresses
  // of the person's mailbox, each from a network that is then known for it. Together they use up what known networks have.
  it("200 for two requests from a known network when those of other addresses of the mailbox have used theirs up", async () => {
    const p = await otpProject();
    const id = crypto.randomUUID();
    const [email, home] = [`${id}@inbox.test`, limited()];
    expect((await signUpAt(p, email, home)).status).toBe(200);
    await Promise.all(times(20, (number) => requestCode(p, `${id}+${number}@inbox.test`, newSite()())));
    const requestReset = (address: string, from: object) =>
      p.client("POST /auth/password/send-reset-code", { body: { email: address, callback_url: callbackUrl }, ...from });
    const strangers = times(9, (number) => ({ address: `${id}+stranger${number}@inbox.test`, from: limited() }));
    for (const { address, from } of strangers) expect((await signUpAt(p, address, from)).status).toBe(200);
    for (const { address, from } of strangers.slice(0, 8)) {
      for (const _ of times(2, () => null)) expect((await requestReset(address, from)).status).toBe(200);
    }
    for (const { address, from } of strangers.slice(8)) expectTooMany(await requestReset(address, from), 600);
    for (const _ of times(2, () => null)) expect((await requestReset(email, home)).status).toBe(200);
    expectTooMany(await requestReset(email, home), 600);
  });

  // Attack: user enumeration by how many emails can be requested.
  it("429 beyond 5 reset emails alike for an address without an account", async () => {
    const [p, from] = [await project(), newSite()];
    const { email } = await signUp(p);
    for (const address of [email, freshAddress()]) {
      const send = () =>
        p.client("POST /auth/password/send-reset-code", {
          body: { email: address, callback_url: callbackUrl },
          ...from(),
        });
      const responses = await Promise.all(times(8, send));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(refused(responses)).toHaveLength(3);
    }
    expect(await mailbox({ to: email, atLeast: 6 })).toHaveLength(6);
  });

  it("429 beyond 5 verification emails, counted with those of other kinds", async () => {
    const p = await otpProject();
    const [email, from] = [freshAddress(), newSite()];
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const { body: channel } = await p.as(session).client("POST /contact-channels", {
      body: { user_id: "me", type: "email", value: email, used_for_auth: false },
    });
    const reset = { body: { email, callback_url: callbackUrl }, ...from() };
    expect((await p.client("POST /auth/password/send-reset-code", reset)).status).toBe(200);
    const send = () =>
      p.as(session).client("POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code", {
        params: { user_id: "me", contact_channel_id: channel.id },
        body: { callback_url: callbackUrl },
        ...from(),
      });
    const responses = await Promise.all(times(8, send));
    expect(refused(responses)).toHaveLength(4);
  });

  // Evidence: stranger-leaves-further-site-a-mail
  // Attack: keeping a person from the emails of a project, by requesting what there is for their address.
  it("200 for one request of each further site when strangers have used 5 up, and 429 beyond 15 from everywhere", async () => {
    const p = await otpProject();
    const [email, stranger, person] = [freshAddress(), newSite(), newSite()];
    for (const _ of times(5, () => null)) expect((await requestCode(p, email, stranger())).status).toBe(200);
    expectTooMany(await requestCode(p, email, stranger()), 600);
    expect((await requestCode(p, email, person())).status).toBe(200);
    expectTooMany(await requestCode(p, email, person()), 600);
    const others = await Promise.all(times(12, () => requestCode(p, email, newSite()())));
    expect(statuses(others)).toEqual(new Set([200, 429]));
    expect(refused(others)).toHaveLength(3);
    expect(await mailbox({ to: email, atLeast: 15 })).toHaveLength(15);
  });

  const newVisitor = () => `2001:db8:${hex()}:${hex()}::1`;
  const requestFor = (p: TestProject, email: string, visitor: string, backend: ReturnType<typeof limited>) =>
    p.server("POST /auth/otp/send-sign-in-code", {
      body: { email, callback_url: callbackUrl },
      ...backend,
      headers: { ...backend.headers, "x-gatehouse-client-ip": visitor },
    });

  // Evidence: visitors-leave-each-other-mails
  it("200 for each further visitor of a website whose server names them, and two for each known network of theirs", async () => {
    // Attack: the server of a website sends the requests of all its visitors. One visitor requests codes for the address of another. The
    // other gets none there for ten minutes, neither in a new network nor where they have signed in before.
    const p = await otpProject({ "auth.password.allowSignIn": true, ...own });
    const [email, backend, stranger] = [freshAddress(), limited(), newVisitor()];
    const [home, office] = [newVisitor(), newVisitor()];
    const { body: user } = await signUpAt(p, email, limited(home));
    await p.server("PATCH /users/{user_id}", {
      params: { user_id: user.user_id },
      body: { primary_email_verified: true, otp_auth_enabled: true },
    });
    const signIn = { body: { email, password }, ...limited(office) };
    expect((await p.client("POST /auth/password/sign-in", signIn)).status).toBe(200);
    const requestReset = (visitor: string) =>
      p.server("POST /auth/password/send-reset-code", {
        body: { email, callback_url: callbackUrl },
        ...backend,
        headers: { ...backend.headers, "x-gatehouse-client-ip": visitor },
      });
    for (const _ of times(4, () => null)) expect((await requestFor(p, email, stranger, backend)).status).toBe(200);
    expectTooMany(await requestFor(p, email, stranger, backend), 600);
    const person = newVisitor();
    expect((await requestFor(p, email, person, backend)).status).toBe(200);
    expectTooMany(await requestFor(p, email, person, backend), 600);
    await Promise.all(times(9, () => requestFor(p, email, newVisitor(), backend)));
    expectTooMany(await requestFor(p, email, newVisitor(), backend), 600);
    for (const known of [home, office]) {
      for (const _ of times(2, () => null)) expect((await requestReset(known)).status).toBe(200);
      expectTooMany(await requestReset(known), 600);
    }
  });

  it("429 beyond 10 that the shared server sends for one server of several projects, whatever visitors it names", async () => {
    // Attack: the server of projects of one's own invents visitors, until it has filled a mailbox and left others' projects nothing.
    const [one, two, three] = await Promise.all([otpProject(), otpProject(), otpProject()]);
    const [email, backend] = [freshAddress(), limited()];
    for (const p of [one, two]) {
      for (const _ of times(5, () => null)) {
        expect((await requestFor(p, email, newVisitor(), backend)).status).toBe(200);
      }
    }
    expectTooMany(await requestFor(three, email, newVisitor(), backend), 600);
    expect((await requestCode(three, email, newSite()())).status).toBe(200);
  });

  // Evidence: projects-keep-a-share-of-an-address
  // Attack: keeping a person from the emails of every project, the dashboard's reset included, by requests in projects of one's own.
  it("200 for two requests in each project, and for the reset of owners, when two others have used 10 up", async () => {
    const [one, two, three, p] = await Promise.all([otpProject(), otpProject(), otpProject(), otpProject()]);
    const [email, stranger, person] = [freshAddress(), newSite(), newSite()];
    const account = { primary_email: email, primary_email_auth_enabled: true, primary_email_verified: true };
    await internalProject().server("POST /users", { body: { ...account, password: "a password of an owner" } });
    for (const each of [one, two]) {
      for (const _ of times(5, () => null)) expect((await requestCode(each, email, stranger())).status).toBe(200);
    }
    expectTooMany(await requestCode(three, email, stranger()), 600);
    for (const _ of times(2, () => null)) expect((await requestCode(p, email, person())).status).toBe(200);
    expectTooMany(await requestCode(p, email, person()), 600);
    expect((await requestCode(p, email, newSite()())).status).toBe(200);
    const reset = { body: { email, callback_url: "http://localhost:5173/handler/password-reset" }, ...stranger() };
    expect((await internalProject().client("POST /auth/password/send-reset-code", reset)).status).toBe(200);
    const emails = await mailbox({ to: email, atLeast: 14 });
    expect(emails.at(-1)?.subject).toContain("Reset your password");
  });

  // Attack: filling a mailbox by many projects from many networks.
  it("429 beyond 30 that the shared server sends for all projects but the internal one, from everywhere", async () => {
    const projects = await Promise.all(times(13, () => otpProject()));
    const [email, sites] = [freshAddress(), times(3, newSite)];
    const send = async (index: number, site: number) =>
      (await requestCode(projects[index] as TestProject, email, (sites[site] as () => object)())).status;
    for (const index of [0, 1]) for (const _ of times(5, () => null)) expect(await send(index, 0)).toBe(200);
    for (const index of times(10, (each) => each + 2)) {
      for (const _ of [1, 2]) expect(await send(index, index < 7 ? 1 : 2)).toBe(200);
    }
    expectTooMany(await requestCode(projects[12] as TestProject, email, newSite()()), 600);
    expect(await mailbox({ to: email, atLeast: 30 })).toHaveLength(30);
  });
});
