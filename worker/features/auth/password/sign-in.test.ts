import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { passwords, users } from "../../../db/users/schema";
import { hashArgon2id } from "../../../platform/password-hash/argon2id";
import { expectTooMany, guessCounter, limited } from "../../../testing/limited";
import { freshAddress } from "../../../testing/mailbox";
import { noPasswords, password, signIn, signUp, signUpBody, storedHash } from "../../../testing/password-sign-ins";
import { db, project, type TestProject, tierHeaders } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendAndSettle } from "../../../testing/send-request";
import { deletedWhileSigningIn, isAlive } from "../../../testing/sign-ins";
import { refusesSuspended } from "../../../testing/suspensions";
import { passwordFailures } from "../sessions/index";

/** bcrypt, cost 8, of "imported password". */
const importedHash = "$2b$08$F3ibciw5GDK91Q.QHvPE0.kML8HlWAeM2WmzpNLbl8tegcEZ9iBhm";

describe("POST /auth/password/sign-in", () => {
  const key = "POST /auth/password/sign-in";
  // Evidence: signs-two-round-trips-hash
  it("200 signs in, in two round trips and one hash", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const response = await signIn(p, email);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id,
      is_new_user: false,
    });
    // A row more is paid for with every sign-in. The three ranges that are read end at a row of the next project, if there is one.
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1, rowsWritten: 15 });
    expect(response.cost.rowsRead).toBeLessThanOrEqual(23 + 3);
    expect(await isAlive(p, response.body)).toBe(true);
  });

  it("200 for the address in any case", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    expect((await signIn(p, email.toUpperCase())).body.user_id).toBe(user_id);
  });

  it("400 EMAIL_PASSWORD_MISMATCH for a wrong password longer than new ones may be", async () => {
    const p = await project();
    const { email } = await signUp(p);
    expectError(await signIn(p, email, "x".repeat(71)), 400, "EMAIL_PASSWORD_MISMATCH");
  });

  it("200 for an imported hash, which is replaced by our own after the response", async () => {
    const p = await project();
    const email = freshAddress();
    const imported = { primary_email: email, primary_email_auth_enabled: true, password_hash: importedHash };
    const { body: user } = await p.server("POST /users", { body: imported });
    const body = { email, password: "imported password" };
    const headers = tierHeaders(p.id, "client", p.keys.client);
    const response = await sendAndSettle(key, { body, headers, settings: { PASSWORD_HASH_COST: undefined } });
    expect(response.status).toBe(200);
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
    expect(await storedHash(user.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(p, email, "imported password")).status).toBe(200);
  });

  it("200 typed on another keyboard, whose letters are composed otherwise; 400 for another letter", async () => {
    const p = await project();
    for (const chosen of ["sésame ouvre-toi".normalize("NFD"), "sésame ouvre-toi".normalize("NFC")]) {
      const body = signUpBody({ password: chosen });
      await p.client("POST /auth/password/sign-up", { body });
      for (const form of ["NFC", "NFD"]) {
        expect((await signIn(p, body.email, chosen.normalize(form))).status).toBe(200);
      }
      expectError(await signIn(p, body.email, "sesame ouvre-toi"), 400, "EMAIL_PASSWORD_MISMATCH");
    }
  });

  it("200 for a hash from before, of decomposed letters, which is replaced so that composed ones sign in too", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    const typed = "sésame ouvre-toi".normalize("NFD");
    const hash = hashArgon2id(typed, "minimal");
    await db.batch([db.update(passwords).set({ hash }).where(eq(passwords.userId, user_id))]);
    const headers = tierHeaders(p.id, "client", p.keys.client);
    const response = await sendAndSettle(key, { body: { email, password: typed }, headers });
    expect([response.status, response.cost.hashes]).toEqual([200, 1]);
    for (const form of ["NFC", "NFD"]) expect((await signIn(p, email, typed.normalize(form))).status).toBe(200);
  });

  it("400 EMAIL_PASSWORD_MISMATCH counted once and in as many hashes for an unknown address, however it was typed", async () => {
    // Attack: a stranger guesses with decomposed letters, and each such guess is compared twice. They want to learn from the work
    // of a response whether there is an account, and to have two guesses counted as one.
    const p = await project();
    const { email } = await signUp(p);
    const typed = "sésame ouvre-toi".normalize("NFD");
    for (const address of [email, freshAddress()]) {
      const from = limited();
      const guess = () => p.client(key, { body: { email: address, password: typed }, ...from });
      for (let count = 0; count < 10; count++) {
        const response = await guess();
        expectError(response, 400, "EMAIL_PASSWORD_MISMATCH");
        expect(response.cost.hashes).toBe(2);
      }
      expect((await guess()).cost.hashes).toBe(0);
    }
  });

  deletedWhileSigningIn(async () => {
    const p = await project();
    const { email } = await signUp(p);
    return { projectId: p.id, send: () => signIn(p, email) };
  });

  refusesSuspended(async () => {
    const p = await project();
    const { email, user_id: userId } = await signUp(p);
    return { p, userId, send: () => signIn(p, email) };
  });

  // Attack: user enumeration by text, status, headers or the work that a response takes.
  it("400 EMAIL_PASSWORD_MISMATCH alike for an unknown address, no password, a wrong one, and another project's", async () => {
    const [p, other] = [await project(), await project()];
    const [{ email }, foreign] = [await signUp(p), await signUp(other)];
    const withoutPassword = freshAddress();
    await p.server("POST /users", { body: { primary_email: withoutPassword, primary_email_auth_enabled: true } });
    const unused = freshAddress();
    await p.server("POST /users", { body: { primary_email: unused, primary_email_auth_enabled: false, password } });
    const responses = [
      await signIn(p, freshAddress()),
      await signIn(p, withoutPassword),
      await signIn(p, email, "wrong password"),
      await signIn(p, foreign.email),
      await signIn(p, unused),
    ];
    for (const response of responses) {
      expectError(response, 400, "EMAIL_PASSWORD_MISMATCH");
      expect(response.body).toEqual({ code: "EMAIL_PASSWORD_MISMATCH", error: "Wrong e-mail or password." });
      expect(response.cost).toMatchObject({ d1: 1, rowsWritten: 0, hashes: 1 });
      expect([...response.headers.keys()].sort()).toEqual([...(responses[0]?.headers.keys() ?? [])].sort());
    }
  });

  // Evidence: instead-tokens-after-right-password-only
  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED instead of tokens, after the right password only", async () => {
    const p = await project();
    const { email, user_id } = await signUp(p);
    await db.batch([db.update(users).set({ requiresTotpMfa: true }).where(eq(users.id, user_id))]);
    expectError(await signIn(p, email, "wrong password"), 400, "EMAIL_PASSWORD_MISMATCH");
    const response = await signIn(p, email);
    expectError(response, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: expect.any(String) });
    expect(response.body.details.attempt_code).toHaveLength(45);
    expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED", async () => {
    expectError(await signIn(await project(noPasswords), "a@example.com"), 400, "PASSWORD_AUTHENTICATION_NOT_ENABLED");
  });

  it.each([
    [{ email: "no address", password }, "body.email must be a valid email"],
    [{ email: "a@example.com" }, "body.password must be defined"],
    [{ email: "a@example.com", password, remember: true }, "body contains unknown properties: remember"],
  ])("400 SCHEMA_ERROR for %j", async (body, complaint) => {
    const response = await (await project()).client(key, { body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain(complaint);
  });
});

describe("costly hashes", () => {
  /** bcrypt of `password`, as other systems make it: about 300 ms and 1.3 s of processor time. */
  const hashes = {
    cost11: "$2b$11$lWbmR/ZtueCGaLg9ondHqeLkVQ76KIrMfNUG.W/svjklvl06c75QW",
    cost13: "$2b$13$UTfFkNAW8C8o9gBmrJpVRuCMnQqwTCQ7x6fq.nPipWrniq5/H1sVq",
  };

  async function imported(p: TestProject, hash: string) {
    const email = freshAddress();
    const fields = { primary_email: email, primary_email_auth_enabled: true, password_hash: hash };
    const { body } = await p.server("POST /users", { body: fields });
    return { email, id: body.id as string };
  }

  const signIn = (p: TestProject, email: string, typed = password, settings = {}) =>
    p.client("POST /auth/password/sign-in", { body: { email, password: typed }, settings });

  describe("a hash that others made, which takes long", () => {
    it("200 for the password, and 400 EMAIL_PASSWORD_MISMATCH for another; it is replaced by our own", async () => {
      const p = await project();
      const user = await imported(p, hashes.cost11);
      expectError(await signIn(p, user.email, "another password"), 400, "EMAIL_PASSWORD_MISMATCH");
      const response = await signIn(p, user.email);
      expect(response.status).toBe(200);
      expect(response.cost).toMatchObject({ d1: 2, hashes: 1 });
      await expect.poll(() => storedHash(user.id)).toMatch(/^\$argon2id\$/);
    });

    // Evidence: lets-others-pass-costly-hash
    it("lets the requests of other projects pass while it is computed", async () => {
      // Attack: an owner imports a hash that takes seconds and signs in with it, so that an isolate responds to nobody else.
      const [p, other] = [await project(), await project()];
      const user = await imported(p, hashes.cost13);
      let isOver = false;
      const signedIn = signIn(p, user.email).finally(() => {
        isOver = true;
      });
      for (let requests = 0; requests < 20; requests += 1) {
        expect((await other.client("GET /projects/current")).status).toBe(200);
      }
      expect(isOver).toBe(false);
      expect((await signedIn).status).toBe(200);
    });

    // Evidence: costly-hashes-share-minute
    it("429 with Retry-After beyond the project's share of a minute, which leaves other sign-ins and projects alone", async () => {
      // Attack: an owner's users sign in with costly hashes without end.
      const [p, other] = [await project(), await project()];
      const [first, second] = [await imported(p, hashes.cost11), await imported(p, hashes.cost11)];
      const theirs = await imported(other, hashes.cost11);
      const settings = { COSTLY_HASH_SECONDS: "1" };
      const guess = () => signIn(p, first.email, "another password", settings);
      for (let guesses = 0; guesses < 3; guesses += 1) expectError(await guess(), 400, "EMAIL_PASSWORD_MISMATCH");
      expectTooMany(await guess(), 60);
      expectTooMany(await signIn(p, second.email, password, settings), 60);
      const { email } = await signUp(p);
      expect((await signIn(p, email, password, settings)).status).toBe(200);
      expect((await signIn(other, theirs.email, password, settings)).status).toBe(200);
    });

    it("200 for the password after guesses that nobody had the time to check, which lock nobody out", async () => {
      // Attack: a stranger floods a project with sign-ins until its hashes are refused, and goes on. The project's users are
      // locked out by guesses that cost the stranger next to nothing.
      const p = await project();
      const { email, id } = await imported(p, hashes.cost11);
      const from = limited();
      const guess = (typed: string, seconds: string) =>
        p.client("POST /auth/password/sign-in", {
          body: { email, password: typed },
          headers: from.headers,
          settings: { ...from.settings, COSTLY_HASH_SECONDS: seconds },
        });
      for (let guesses = 0; guesses < 3; guesses += 1) {
        expectError(await guess("another password", "4"), 400, "EMAIL_PASSWORD_MISMATCH");
      }
      for (let guesses = 0; guesses < 12; guesses += 1) expectTooMany(await guess("another password", "4"), 60);
      expect(await guessCounter(p, "password", id).failures(passwordFailures)).toMatchObject({
        inARow: 3,
        lockedUntil: null,
      });
      expect((await guess(password, "30")).status).toBe(200);
    });
  });
});
