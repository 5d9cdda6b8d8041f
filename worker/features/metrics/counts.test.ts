import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { seeded } from "../../config/overrides.fixtures";
import { dateOf, dayOf } from "../../db/metrics/days";
import { users } from "../../db/users/schema";
import { freshAddress } from "../../testing/mailbox";
import { anonymousUser } from "../../testing/password-sign-ins";
import { db, project } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendAndSettle } from "../../testing/send-request";
import { refreshForm } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";
import { bcryptHash } from "../users/users/users.fixtures";
import { browser, metricsOf, signInFrom } from "./metrics.fixtures";

const hour = 60 * 60 * 1000;

interface ModelUser {
  id: string;
  isAnonymous: boolean;
  signedUpAt: number;
  lastActiveAt: number | null;
  country: string | null;
  methods: Set<"password" | "otp" | "passkey">;
  isVerified: boolean;
  hasCodesOff: boolean;
  /** Links by id, each with its provider where it allows sign-in. */
  links: Map<string, { provider: string; allowsSignIn: boolean }>;
  refreshTokens: { token: string; isImpersonation: boolean }[];
}

/** The record of everything that happened, from which each number is counted anew. */
class Model {
  /** In the order of sign-up. */
  readonly users: ModelUser[] = [];
  /** Records who was active on which day, and whether as an anonymous user. */
  readonly active = new Map<number, Map<string, boolean>>();

  noteActivity(user: ModelUser, country: string | null): void {
    const now = Date.now();
    const ofDay = this.active.get(dayOf(now)) ?? new Map<string, boolean>();
    this.active.set(dayOf(now), ofDay);
    if (!ofDay.has(user.id)) ofDay.set(user.id, user.isAnonymous);
    user.lastActiveAt = now;
    user.country = country ?? user.country;
  }

  upgrade(user: ModelUser): void {
    user.isAnonymous = false;
    if (user.lastActiveAt !== null) this.active.get(dayOf(user.lastActiveAt))?.set(user.id, false);
  }

  metrics({ anonymous }: { anonymous: boolean }) {
    const counted = this.users.filter((user) => anonymous || !user.isAnonymous);
    const days = Array.from({ length: 31 }, (_, index) => dayOf(Date.now()) - 30 + index);
    const daily = (count: (day: number) => number) => days.map((day) => ({ date: dateOf(day), activity: count(day) }));
    const methods = this.users.flatMap(({ methods, links }) => [
      ...methods,
      ...[...links.values()].filter(({ allowsSignIn }) => allowsSignIn).map(({ provider }) => provider),
    ]);
    return {
      total_users: counted.length,
      daily_users: daily((day) => counted.filter(({ signedUpAt }) => dayOf(signedUpAt) === day).length),
      daily_active_users: daily(
        (day) =>
          [...(this.active.get(day)?.values() ?? [])].filter((wasAnonymous) => anonymous || !wasAnonymous).length,
      ),
      users_by_country: countsOf(counted.flatMap(({ country }) => country ?? [])),
      login_methods: countsOf(methods),
      code_users: this.users.filter(hasCodes).length,
      users_without_method: this.users.filter(
        (user) =>
          !(user.isAnonymous || user.links.size > 0 || user.methods.has("password") || user.methods.has("passkey")) &&
          !hasCodes(user),
      ).length,
      registered: counted
        .toReversed()
        .slice(0, 5)
        .map(({ id }) => id),
      active: counted
        .filter(({ lastActiveAt }) => lastActiveAt !== null)
        .sort((a, b) => (b.lastActiveAt ?? 0) - (a.lastActiveAt ?? 0))
        .slice(0, 5)
        .map(({ id }) => id),
    };
  }
}

function hasCodes({ methods, isVerified, hasCodesOff }: ModelUser): boolean {
  return methods.has("otp") || (isVerified && !hasCodesOff);
}

function countsOf(values: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(values, (value) => value);
  return Object.fromEntries([...groups].map(([value, group]) => [value, group.length]));
}

afterEach(() => {
  vi.useRealTimers();
});

describe("the metrics after random changes, over weeks", () => {
  it.each([1, 2, 3])(
    "are what counting from the record gives (seed %i)",
    async (seed) => {
      const random = seeded(seed);
      const enabled = { isShared: true, allowSignIn: true };
      const p = await project({
        "auth.passkey.allowSignIn": true,
        "auth.otp.allowSignIn": true,
        "auth.oauth.providers.google": { type: "google", ...enabled },
        "auth.oauth.providers.$acme:2": { type: "github", ...enabled },
      });
      const model = new Model();
      let account = 0;
      const flip = () => random.below(2) === 1;
      const someone = () => random.pick(model.users);
      const place = () => {
        const country = random.pick(["DE", "FR", "US", null]);
        return { country, request: { headers: browser, ...(country && { cf: { country } }) } };
      };
      const newUser = (id: string, isAnonymous: boolean): ModelUser => ({
        id,
        isAnonymous,
        signedUpAt: Date.now(),
        lastActiveAt: null,
        country: null,
        methods: new Set(),
        isVerified: false,
        hasCodesOff: false,
        links: new Map(),
        refreshTokens: [],
      });

      const changes = {
        async create() {
          const [isAnonymous, withPassword, isVerified] = [flip(), flip(), flip()];
          const withOtp = random.pick([true, false, undefined]);
          const { status, body } = await p.server("POST /users", {
            body: {
              is_anonymous: isAnonymous,
              primary_email: freshAddress(),
              primary_email_auth_enabled: true,
              primary_email_verified: isVerified,
              ...(withPassword && { password_hash: bcryptHash }),
              otp_auth_enabled: withOtp,
            },
          });
          expect(status).toBe(201);
          const user = { ...newUser(body.id, isAnonymous), isVerified, hasCodesOff: withOtp === false };
          if (withPassword) user.methods.add("password");
          if (withOtp) user.methods.add("otp");
          model.users.push(user);
        },
        async signUpAnonymously() {
          const { country, request } = place();
          const { status, body } = await p.client("POST /auth/anonymous/sign-up", request);
          expect(status).toBe(200);
          const user = newUser(body.user_id, true);
          model.users.push(user);
          model.noteActivity(user, country);
          user.refreshTokens.push({ token: body.refresh_token, isImpersonation: false });
        },
        async signIn() {
          const user = someone();
          const { country, request } = place();
          const isImpersonation = random.below(4) === 0;
          const { status, body } = await p.server("POST /auth/sessions", {
            ...request,
            body: { user_id: user.id, is_impersonation: isImpersonation },
          });
          expect(status).toBe(200);
          model.noteActivity(user, isImpersonation ? null : country);
          user.refreshTokens.push({ token: body.refresh_token, isImpersonation });
        },
        async refresh() {
          const user = someone();
          const session = user.refreshTokens.at(-1);
          if (!session) return;
          const { country, request } = place();
          const { status } = await sendAndSettle("POST /auth/oauth/token", {
            ...request,
            body: refreshForm(p, session.token),
          });
          expect(status).toBe(200);
          model.noteActivity(user, session.isImpersonation ? null : country);
        },
        async changeMethods() {
          const user = someone();
          const hasPasskey = flip();
          const [hasPassword, hasOtp] = [flip(), flip()];
          const body = {
            password_hash: hasPassword ? bcryptHash : undefined,
            ...(!hasPassword && { password: null }),
            otp_auth_enabled: hasOtp,
            ...(!hasPasskey && { passkey_auth_enabled: false }),
          };
          // A user without an address, as those have none who signed up anonymously, cannot have a password.
          const { status } = await p.server("PATCH /users/{user_id}", { params: { user_id: user.id }, body });
          if (status !== 200) return;
          const isUser = and(eq(users.projectId, p.id), eq(users.id, user.id));
          if (hasPasskey) await db.batch([db.update(users).set({ passkeyAuthEnabled: true }).where(isUser)]);
          user.methods.clear();
          if (hasPassword) user.methods.add("password");
          if (hasOtp) user.methods.add("otp");
          user.hasCodesOff = !hasOtp;
          if (hasPasskey) user.methods.add("passkey");
          // A password that is set or removed ends all sessions.
          user.refreshTokens = [];
        },
        async link() {
          const user = someone();
          const [provider, allowsSignIn] = [random.pick(["google", "$acme:2"]), flip()];
          const { status, body } = await p.server("POST /oauth-providers", {
            body: {
              user_id: user.id,
              provider_config_id: provider,
              account_id: `account-${account++}`,
              allow_sign_in: allowsSignIn,
              allow_connected_accounts: false,
            },
          });
          // One link at a provider signs a user in.
          if (status === 201) user.links.set(body.id, { provider, allowsSignIn });
        },
        async changeLink() {
          const user = someone();
          const [linkId] = user.links.keys();
          const link = user.links.get(linkId ?? "");
          if (!linkId || !link) return;
          const params = { user_id: user.id, provider_id: linkId };
          if (flip()) {
            const { status } = await p.server("DELETE /oauth-providers/{user_id}/{provider_id}", { params });
            expect(status).toBe(200);
            user.links.delete(linkId);
            return;
          }
          const allow_sign_in = !link.allowsSignIn;
          const { status } = await p.server("PATCH /oauth-providers/{user_id}/{provider_id}", {
            params,
            body: { allow_sign_in },
          });
          if (status === 200) link.allowsSignIn = allow_sign_in;
        },
        async upgrade() {
          const user = model.users.find(({ isAnonymous }) => isAnonymous);
          if (!user) return;
          const { status } = await p.server("PATCH /users/{user_id}", {
            params: { user_id: user.id },
            body: { is_anonymous: false },
          });
          expect(status).toBe(200);
          model.upgrade(user);
        },
        async deleteUser() {
          const user = someone();
          const { status } = await p.server("DELETE /users/{user_id}", { params: { user_id: user.id } });
          expect(status).toBe(200);
          model.users.splice(model.users.indexOf(user), 1);
        },
      };
      const names = Object.keys(changes) as (keyof typeof changes)[];

      let now = Date.UTC(2024, 0, 20);
      for (let step = 0; step < 120; step++) {
        now += 1 + random.below(16 * hour);
        vi.useFakeTimers({ toFake: ["Date"], now });
        await changes[
          model.users.length < 4 ? random.pick(["create", "signUpAnonymously"] as const) : random.pick(names)
        ]();
        if (step % 10 !== 9) continue;
        for (const anonymous of [false, true]) {
          const found = await metricsOf(p, { anonymous });
          const idOf = ({ id }: { id: string }) => id;
          const { recently_registered, recently_active, login_methods, cost: _, ...numbers } = found;
          expect({
            ...numbers,
            login_methods: Object.fromEntries(
              login_methods.map(({ method, count }: { method: string; count: number }) => [method, count]),
            ),
            registered: recently_registered.map(idOf),
            active: recently_active.map(idOf),
          }).toEqual(model.metrics({ anonymous }));
        }
      }
    },
    60_000,
  );
});

describe("GET /internal/metrics/user-counts", () => {
  it("200 with all users, and how many of them are anonymous", async () => {
    const p = await project({ "auth.anonymous.allowSignUp": true });
    expect((await p.admin("GET /internal/metrics/user-counts")).body).toEqual({ total_users: 0, anonymous_users: 0 });
    await bareUser(p.id);
    await anonymousUser(p);
    expect((await p.admin("GET /internal/metrics/user-counts")).body).toEqual({ total_users: 2, anonymous_users: 1 });
  });
});

describe("GET /internal/user-activity", () => {
  it("200 with the days on which sessions of the user began or were used", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const activity = async () => {
      const { body } = await p.admin("GET /internal/user-activity", { query: { user_id: userId } });
      return body.data_points.map((day: { activity: number }) => day.activity);
    };
    expect(await activity()).toEqual(Array.from({ length: 31 }, () => 0));
    await signInFrom(p, userId, "GB");
    await signInFrom(p, userId, "GB");
    expect(await activity()).toEqual([...Array.from({ length: 30 }, () => 0), 2]);
  });

  it("404 USER_NOT_FOUND for a user of another project", async () => {
    // Attack: an owner asks when a user of somebody else's project is awake.
    const [p, other] = [await project(), await project()];
    const query = { user_id: await bareUser(other.id) };
    expectError(await p.admin("GET /internal/user-activity", { query }), 404, "USER_NOT_FOUND");
  });
});
