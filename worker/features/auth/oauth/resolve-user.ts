import type { OAuthRequestRow } from "../../../db/oauth-flows/queries";
import type { ResolutionRows } from "../../../db/oauth-flows/resolution";
import type { Project } from "../../../db/projects/project";
import { followChannels } from "../../../db/users/changes";
import { markVerified } from "../../../db/users/contact-channels/changes";
import { isVerifiedEmail } from "../../../db/users/contact-channels/queries";
import { linkAccount, roomForLink } from "../../../db/users/oauth-links";
import { readSignInUser, readUser, type User } from "../../../db/users/queries";
import { takeProvenEmail } from "../../../db/users/take-email";
import { refuseUnless, type Statement } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { isSessionLive, requireSignUpFor } from "../../access";
import { linkedAccountsAtCap } from "../../caps/contract";
import type { ProviderProfile } from "../../oauth-providers";
import { boundTo, byProof, claimByEmail, type Holder, newUser, upgradeAnonymousUser } from "../../users/users";
import type { AccountError } from "./contract";

/** A flow with the profile that the provider returned. */
export interface NamedFlow {
  project: Project;
  request: Pick<OAuthRequestRow, "type" | "userIsAnonymous" | "credentialVersion" | "providerId">;
  profile: ProviderProfile;
}

/** Says what becomes of a flow. Nothing of it is written. */
export type Resolution =
  /** The account is the user's already. */
  | { kind: "sign-in"; user: User }
  /** The account is added to the user, by their own request or because both have the address, who is its `holder` then. */
  | { kind: "link"; user: User; holder?: Holder }
  /** The same of a user who was only now proven to be the owner of the address: what signed in before ends. */
  | { kind: "claim"; user: User; holder: Holder; email: string }
  /** A user is made, or an anonymous one upgraded. */
  | { kind: "sign-up"; user: User | undefined; emailSignsIn: boolean };

/** The user for whom a flow is decided; undefined where the account's address decides, and is not proven as theirs. */
export function userOfDecision(resolution: Resolution): User | undefined {
  const isByAddress = "holder" in resolution && boundTo(resolution.holder) === null;
  return isByAddress ? undefined : resolution.user;
}

/**
 * Decides which user an account signs in or is added to. It returns undefined when the user who links the account is gone, or is
 * not as they were when the flow began.
 */
export function resolveUser(
  tools: Failing<AccountError>,
  flow: NamedFlow,
  found: ResolutionRows,
): Resolution | undefined {
  const resolution = flow.request.type === "link" ? linkToUser(tools, flow, found) : signInOrUp(tools, flow, found);
  if (resolution?.kind === "link") requireRoom(tools, flow, resolution.user);
  return resolution;
}

/** Refuses an account beyond the cap. The transaction that links it counts again. */
function requireRoom(
  { fail }: Failing<AccountError>,
  { project, request, profile }: NamedFlow,
  { oauthProviders }: User,
): void {
  const max = project.config.limits.linkedAccountsPerUser;
  const { accountId } = profile;
  const others = oauthProviders.filter(({ id, account_id }) => id !== request.providerId || account_id !== accountId);
  if (others.length >= max) fail(linkedAccountsAtCap, { max });
}

function linkToUser({ fail }: Failing<AccountError>, flow: NamedFlow, found: ResolutionRows): Resolution | undefined {
  const user = presentUser(flow, found);
  if (!user) return undefined;
  const [owner] = found.owner ?? [];
  if (owner && owner.user.id !== user.id) return fail("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER");
  // An existing link stays as its user has set it, also when it does not sign in.
  if (found.link?.length) return { kind: "sign-in", user };
  requireSignUpFor({ fail }, flow.project, user);
  return { kind: "link", user };
}

function signInOrUp({ fail }: Failing<AccountError>, flow: NamedFlow, found: ResolutionRows): Resolution {
  const [owner] = found.owner ?? [];
  if (owner) return { kind: "sign-in", user: readUser(owner) };

  const user = presentUser(flow, found);
  const [row] = found.holder ?? [];
  const holder = row && otherHolder(flow, readSignInUser(row), user);
  if (holder && mergesInto({ fail }, flow, holder)) return mergeInto(flow, holder);

  if (!flow.project.config.auth.allowSignUp) return fail("SIGN_UP_NOT_ENABLED");
  return { kind: "sign-up", user, emailSignsIn: !holder };
}

/** Returns who signs in with the address, unless it is the anonymous user that the sign-in upgrades, or the proof takes it from them. */
function otherHolder({ project, profile }: NamedFlow, holder: Holder, present: User | undefined): Holder | undefined {
  if (holder.user.id === present?.id) return undefined;
  const outcome = profile.emailVerified ? byProof(project, holder) : "keeps";
  // A project that merges no accounts has none claimed either, and its users may have no other way in.
  const isSeparate = project.config.auth.oauth.accountMergeStrategy === "raise_error";
  return outcome === "yields" || (outcome === "is-claimed" && isSeparate) ? undefined : holder;
}

/**
 * Decides whether an account becomes another way to sign in for the user who signs in with its address. Both sides must have
 * proven that the address is theirs, unless the proof at the provider claims the account here. Otherwise the first to claim the
 * address, at the provider or here, would take the other's account.
 */
function mergesInto(
  { fail }: Failing<"CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE">,
  { project, profile }: NamedFlow,
  holder: Holder,
): boolean {
  const { isEmailVerified } = holder;
  const strategy = project.config.auth.oauth.accountMergeStrategy;
  if (strategy === "allow_duplicates") return false;
  const isOwners = isEmailVerified || byProof(project, holder) === "is-claimed";
  if (strategy === "link_method" && isOwners && profile.emailVerified) return true;
  return fail("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", {
    type: "email",
    contact_channel_value: profile.email,
    would_work_if_email_was_verified: strategy === "link_method" && !isEmailVerified,
  });
}

/** Who passes a second factor has set it up, and with it the account, where the address was verified besides. */
function mergeInto({ profile: { email } }: NamedFlow, holder: Holder): Resolution {
  const { user, isEmailVerified } = holder;
  const isClaimed = boundTo(holder) === null && !(isEmailVerified && user.requiresTotpMfa);
  return isClaimed && email !== null ? { kind: "claim", user, holder, email } : { kind: "link", user, holder };
}

/**
 * Returns the user of the token that the flow began with. Since then they must not have signed up, changed their credentials or
 * ended the session. The session must be their own, because the holder of any other token may be another person.
 */
function presentUser({ project, request }: NamedFlow, found: ResolutionRows): User | undefined {
  const [row] = found.user ?? [];
  const [session] = found.session ?? [];
  if (!row || !session || !isSessionLive(project, session) || session.isImpersonation) return undefined;
  const user = readUser(row);
  const { userIsAnonymous: isAnonymous, credentialVersion } = request;
  return user.isAnonymous === isAnonymous && user.credentialVersion === credentialVersion ? user : undefined;
}

/**
 * The user whom a resolution signs in, and the statements that write it, to be sent in one batch. It fails as
 * `isSignInAccountTaken`, `isSignInEmailTaken` and `isConditionRefused` recognise when another sign-in has written in between.
 */
export function writeResolution(
  { db, sender }: Pick<Tools, "db" | "sender">,
  { project, request, profile }: NamedFlow,
  resolution: Resolution,
): { user: User; isNewUser: boolean; statements: Statement[] } {
  const { email, accountId } = profile;
  const providerConfigId = request.providerId;
  const projectId = project.id;
  if (resolution.kind === "sign-in") {
    return {
      user: resolution.user,
      isNewUser: false,
      statements: verifyPrimary(db, project, resolution.user, profile),
    };
  }
  if (resolution.kind !== "sign-up") {
    const account = { projectId, userId: resolution.user.id, providerConfigId, accountId };
    const linking = linkAccount(db, { ...account, email });
    if (resolution.kind === "link") {
      const hasRoom = roomForLink(db, account, project.config.limits.linkedAccountsPerUser);
      return { user: resolution.user, isNewUser: false, statements: [refuseUnless(db, hasRoom), ...linking] };
    }
    const { user, statements } = claimByEmail({ db, sender }, project, resolution.holder, resolution);
    return { user, isNewUser: false, statements: [...statements, ...linking] };
  }
  const fields = {
    displayName: profile.displayName,
    profileImageUrl: profile.profileImageUrl,
    ...(email !== null && {
      primaryEmail: email,
      primaryEmailVerified: profile.emailVerified,
      primaryEmailAuthEnabled: resolution.emailSignsIn,
    }),
    oauthProviders: [{ id: providerConfigId, account_id: accountId, email }],
  };
  const { user, statements } = resolution.user
    ? upgradeAnonymousUser(db, resolution.user, fields)
    : newUser(db, project, fields);
  const isProven = email !== null && profile.emailVerified && resolution.emailSignsIn;
  const taking = isProven ? takeProvenEmail(db, project, user.id, email) : [];
  return { user, isNewUser: true, statements: [...taking, ...statements] };
}

/**
 * The statements that verify the primary address of a user whose linked account now asserts it as verified. Another person may have set
 * up the other ways in, so that a reset still ends them. Nothing is proven before the second factor, which comes after.
 */
function verifyPrimary(db: Tools["db"], project: Project, user: User, profile: ProviderProfile): Statement[] {
  const { email, emailVerified } = profile;
  if (!emailVerified || email === null || email !== user.primaryEmail || user.primaryEmailVerified) return [];
  if (user.requiresTotpMfa) return [];
  const own = { projectId: project.id, userId: user.id };
  return [
    markVerified(db, project, { userId: user.id, value: email, since: Date.now(), isByHolder: false }),
    ...takeProvenEmail(db, project, user.id, { channel: isVerifiedEmail({ ...own, value: email }) }),
    ...followChannels(db, own),
  ];
}
