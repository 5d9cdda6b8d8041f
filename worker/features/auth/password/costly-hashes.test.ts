import { describe, expect, it } from "vitest";
import { expectTooMany, limited } from "../../../testing/limited";
import { freshAddress } from "../../../testing/mailbox";
import { password, signUp, storedHash } from "../../../testing/password-sign-ins";
import { project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { guessCounter } from "../../../testing/wrong-guesses";
import { passwordFailures } from "../sessions";

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
    // Attack: a stranger floods a project with sign-ins until its hashes are refused, and goes on, so that its users are locked out by
    // guesses that cost the stranger next to nothing.
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
      isLocked: false,
    });
    expect((await guess(password, "30")).status).toBe(200);
  });
});
