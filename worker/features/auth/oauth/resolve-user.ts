import type { Project } from "../../../db/projects/project";
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
import type { Failing } from "../../../protocol/failing";
import type { ProviderProfile } from "../../oauth-providers";
import { newUser, upgradeAnonymousUser } from "../../users/users";
import type { AccountError } from "./contract";
import type { OuterRequest } from "./outer-request";

/** The user of an account at a provider, and the statements that store both. */
export interface Resolution {
  user: Pick<User, "id" | "isAnonymous">;
  /** Undefined when the statements make the user; else whether they are still anonymous. */
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

type ResolutionTools = Pick<Tools, "db"> & Failing<AccountError>;

/** Finds the user that an account signs in or is added to. One round trip. */
export async function resolveUser(tools: ResolutionTools, flow: NamedFlow): Promise<Resolution> {
  return flow.request.type === "link" ? linkToUser(tools, flow) : signInOrUp(tools, flow);
}

async function linkToUser({ db, fail }: ResolutionTools, flow: NamedFlow): Promise<Resolution> {
  const account = accountOf(flow);
  const userId = flow.request.userId ?? "";
  const found = await batchByName(db, {
    user: selectUser(db, { projectId: account.projectId, userId }),
    holder: selectUserBySignInAccount(db, account),
    link: selectLinkOf(db, { ...account, userId }),
  });
  const user = presentUser(flow, found.user[0]);
  // Deleted meanwhile, or signed up: the holder of a token from before that may be another person.
  if (!user) return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  const [holder] = found.holder;
  if (holder && holder.user.id !== user.id) return fail("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER");
  // An existing link stays as its user has set it, also when it does not sign in.
  const isLinked = found.link.length > 0;
  const statements = isLinked ? [] : linkAccount(db, { ...account, userId, email: flow.profile.email });
  return { user, wasAnonymous: user.isAnonymous, isNewUser: false, statements };
}

async function signInOrUp({ db, fail }: ResolutionTools, flow: NamedFlow): Promise<Resolution> {
  const { project, request, profile } = flow;
  const account = accountOf(flow);
  const { projectId } = account;
  const { email } = profile;
  const found = await batchByName(db, {
    owner: selectUserBySignInAccount(db, account),
    ...(email && { holder: selectUserBySignInEmail(db, { projectId, email }) }),
    ...(request.userId && { present: selectUser(db, { projectId, userId: request.userId }) }),
  });
  const [owner] = found.owner;
  if (owner) return { ...existing(readUser(owner)), statements: [] };

  const present = presentUser(flow, found.present?.[0]);
  const [row] = found.holder ?? [];
  const holder = row && readSignInUser(row);
  // The anonymous user that the sign-in upgrades may have the address already.
  const isOthers = holder !== undefined && holder.user.id !== present?.id;
  if (isOthers && mergesInto({ fail }, flow, holder)) {
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
  return { user, wasAnonymous: true, isNewUser: true, statements };
}

/**
 * Whether an account becomes another way to sign in of the user who signs in with its address. Both sides must have
 * proven that the address is theirs: else the first to claim it, at the provider or here, would take the other's account.
 */
function mergesInto(
  { fail }: Failing<"CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE">,
  { project, profile }: NamedFlow,
  { isEmailVerified }: { isEmailVerified: boolean },
): boolean {
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
