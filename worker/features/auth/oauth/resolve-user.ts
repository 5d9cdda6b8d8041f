import type { Project } from "../../../db/projects/project";
import { endSessionsOf } from "../../../db/sessions/changes";
import { linkAccount } from "../../../db/users/oauth-links/changes";
import { selectLinkOf } from "../../../db/users/oauth-links/queries";
import {
  readSignInUser,
  readUser,
  selectUser,
  selectUserBySignInAccount,
  selectUserBySignInEmail,
  type User,
} from "../../../db/users/queries";
import { batchByName, type Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import { fail } from "../../../protocol/fail";
import type { ProviderProfile } from "../../oauth-providers";
import { newUser, upgradeAnonymousUser } from "../../users/users";
import type { OuterRequest } from "./outer-request";

/** The user of an account at a provider, and the statements that make it so. */
export interface Resolution {
  user: Pick<User, "id" | "isAnonymous">;
  /** Undefined when the statements make the user; else whether they are anonymous as yet. */
  wasAnonymous: boolean | undefined;
  isNewUser: boolean;
  statements: Statement[];
}

/** A flow with the profile that the provider returned. */
export interface NamedFlow {
  project: Project;
  request: Pick<OuterRequest, "type" | "userId" | "userIsAnonymous" | "providerId">;
  profile: ProviderProfile;
}

/**
 * Finds the user whom an account signs in or is added to. One round trip.
 *
 * @throws ACCESS_TOKEN_EXPIRED, OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER,
 *   CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE, SIGN_UP_NOT_ENABLED
 */
export async function resolveUser(tools: Pick<Tools, "db">, flow: NamedFlow): Promise<Resolution> {
  return flow.request.type === "link" ? linkToUser(tools, flow) : signInOrUp(tools, flow);
}

async function linkToUser({ db }: Pick<Tools, "db">, flow: NamedFlow): Promise<Resolution> {
  const account = accountOf(flow);
  const userId = flow.request.userId ?? "";
  const found = await batchByName(db, {
    user: selectUser(db, { projectId: account.projectId, userId }),
    holder: selectUserBySignInAccount(db, account),
    link: selectLinkOf(db, { ...account, userId }),
  });
  const user = presentUser(flow, found.user[0]);
  // Deleted meanwhile, or signed up: the holder of a token from before that may be someone else.
  if (!user) return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  const [holder] = found.holder;
  if (holder && holder.user.id !== user.id) return fail("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER");
  // A link that is there stays as its user has set it, also when it does not sign in.
  const isLinked = found.link.length > 0;
  const statements = isLinked ? [] : linkAccount(db, { ...account, userId, email: flow.profile.email });
  return { user, wasAnonymous: user.isAnonymous, isNewUser: false, statements };
}

async function signInOrUp({ db }: Pick<Tools, "db">, flow: NamedFlow): Promise<Resolution> {
  const { project, request, profile } = flow;
  const account = accountOf(flow);
  const { projectId } = account;
  const { email } = profile;
  const found = await batchByName(db, {
    known: selectUserBySignInAccount(db, account),
    ...(email && { holder: selectUserBySignInEmail(db, { projectId, email }) }),
    ...(request.userId && { present: selectUser(db, { projectId, userId: request.userId }) }),
  });
  const [known] = found.known;
  if (known) return { ...existing(readUser(known)), statements: [] };

  const present = presentUser(flow, found.present?.[0]);
  const [row] = found.holder ?? [];
  const holder = row && readSignInUser(row);
  // The anonymous user who is about to become this person may have their address already.
  const isOthers = holder !== undefined && holder.user.id !== present?.id;
  if (isOthers && mergesInto(flow, holder)) {
    const statements = linkAccount(db, { ...account, userId: holder.user.id, email });
    return { ...existing(holder.user), statements };
  }

  if (!project.config.auth.allowSignUp) return fail("SIGN_UP_NOT_ENABLED");
  const fields = {
    displayName: profile.displayName,
    profileImageUrl: profile.profileImageUrl,
    ...(email !== null && {
      primaryEmail: email,
      primaryEmailVerified: profile.emailVerified,
      primaryEmailAuthEnabled: !isOthers,
    }),
    oauthProviders: [{ id: account.providerConfigId, account_id: account.accountId, email }],
  };
  if (!present) {
    const { user, statements } = newUser(db, project, fields);
    return { user, wasAnonymous: undefined, isNewUser: true, statements };
  }
  const { user, statements } = upgradeAnonymousUser(db, present, fields);
  // The anonymous user's sessions may have leaked.
  return {
    user,
    wasAnonymous: true,
    isNewUser: true,
    statements: [...statements, endSessionsOf(db, { projectId, userId: user.id })],
  };
}

/**
 * Whether an account becomes another way to sign in of the user who signs in with its address. Both sides must have
 * proven that the address is theirs: else the first to claim it, at the provider or here, would take the other's account.
 *
 * @throws CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE
 */
function mergesInto({ project, profile }: NamedFlow, { isEmailVerified }: { isEmailVerified: boolean }): boolean {
  const strategy = project.config.auth.oauth.accountMergeStrategy;
  if (strategy === "allow_duplicates") return false;
  if (strategy === "link_method" && isEmailVerified && profile.emailVerified) return true;
  return fail("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", {
    type: "email",
    contact_channel_value: profile.email,
    would_work_if_email_was_verified: strategy === "link_method" && !isEmailVerified,
  });
}

/** The user of the token that the flow began with, unless they have signed up since. */
function presentUser({ request }: NamedFlow, row: Parameters<typeof readUser>[0] | undefined): User | undefined {
  const user = row && readUser(row);
  return user?.isAnonymous === request.userIsAnonymous ? user : undefined;
}

function existing(user: User) {
  return { user, wasAnonymous: user.isAnonymous, isNewUser: false };
}

function accountOf({ project, request, profile }: NamedFlow) {
  return { projectId: project.id, providerConfigId: request.providerId, accountId: profile.accountId };
}
