import type { Project } from "../../db/projects/project";
import { siteOf } from "../../platform/networks";
import { type AttemptRule, countAttempt, type GuessedAt, type Limits } from "../../platform/rate-limits";
import type { ShareParts } from "../../platform/shares";
import type { Tools } from "../../platform/tools";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";
import type { Tier } from "../../protocol/tiers";
import type { SystemTemplate } from "./system-emails";

const windowMillis = 10 * 60_000;

/**
 * Keeps a project's clients from filling a mailbox. Who requests emails to another's address must not use up those of its owner, so
 * that ten further sites have one each.
 */
const emailsOfProject: AttemptRule = {
  name: "mail",
  limit: 5,
  windowMillis,
  together: { limit: 5, kept: 1, ceiling: 15 },
};

/**
 * Beyond the project's limit, whoever signs in by the address has two more emails for each known source. Such a source is a network or a
 * browser in which they have signed in. At most eight networks are known.
 */
const emailsOfKnownSources: AttemptRule = {
  name: "known-mail",
  limit: 2,
  windowMillis,
  together: { limit: 16, kept: 0, ceiling: 16 },
};

/**
 * Keeps the instance's own server from filling a mailbox by many projects. The limit is twice that of a project, for a person who signs in
 * to two. Beyond that each project has two more, and each site. Emails of projects with servers of their own do not count. Else a
 * stranger's project, whose server may lead nowhere, could keep an address from the emails of all others.
 */
const emailsOfSharedServer: AttemptRule = {
  name: "shared-mail",
  limit: 10,
  windowMillis,
  together: { limit: 10, kept: 2, ceiling: 30 },
};

/**
 * Each requester may take these parts of a project's share of emails by the shared server. Strangers leave something to users, and both
 * leave something to the project's own servers and owners. Anyone can become a user by signing up, so a session gives no larger part.
 */
const partsOfRequesters = {
  stranger: { strangers: 1 / 2, clients: 3 / 4 },
  user: { clients: 3 / 4 },
  project: {},
} satisfies Record<string, ShareParts>;

export type EmailRequester = keyof typeof partsOfRequesters;

const partOfSite = 1 / 20;

/**
 * A further eighth is for requesters to whom others have left nothing of their part. Each site gets one email of it, and each address gets
 * one of each kind. All tagged addresses of a mailbox count as one address.
 */
const partOfLatecomers = 1 / 8;

/** Returns who requests an email from inside a project. */
export function requesterOf({ tier }: { tier: Tier }): EmailRequester {
  return tier === "client" ? "user" : "project";
}

/** Says who signs in by an address, in a device of theirs or in a network from which they have before. */
export interface KnownRequester {
  device: string | undefined;
}

/** Says how an email is counted that somebody has caused, or requested. */
export interface EmailCount {
  /** The site that the request has come from, even where a server names a visitor: a hostile one invents them. */
  site: string;
  /** That of the visitor, for what is the project's own; needed where the request has not taken that share. */
  visitorSite?: string;
  /** Says what of the project's share it counts for. */
  parts: ShareParts;
  /** The project's share, where the request has taken it. */
  share?: { giveBack(): Promise<void> };
}

/** The count of an email that its request has not counted, such as the one of a sign-up; null where limits are off. */
export function emailCountOf(limits: Limits | null, requester: EmailRequester): EmailCount | null {
  if (!limits) return null;
  const { network, guesser } = limits;
  return { site: siteOf(network), visitorSite: siteOf(guesser), parts: partsOf(limits, requester) };
}

/** A server that names no visitor is no site: all who use its website come from there. */
function partsOf({ isOfServer, guesser }: Limits, requester: EmailRequester): ShareParts {
  const ofSite = requester === "project" || isOfServer ? {} : { [`site ${siteOf(guesser)}`]: partOfSite };
  return { ...partsOfRequesters[requester], ...ofSite };
}

/**
 * Returns what an email takes where its part of the project's share is used up. It is undefined where no site is known
 * that has not had one.
 */
export function latecomersParts(
  { parts }: EmailCount,
  { kind, address }: { kind: SystemTemplate; address: string },
): ShareParts | undefined {
  const site = Object.keys(parts).find((name) => name.startsWith("site "));
  if (!site) return undefined;
  return { latecomers: partOfLatecomers, [`one of ${site}`]: 0, [`one ${kind} to ${plainOrTagged(address)}`]: 0 };
}

/**
 * Counts an email that a client requests, to an address in normal form, as its project's; null where limits are off.
 *
 * @param requester who requests it, as far as the project's share goes
 * @param options.knownOf whether who signs in by the address has done so from where the request comes; asked only where it matters
 */
export async function limitEmailTo(
  { limits, fail }: Pick<Tools, "limits"> & Failing<typeof tooManyRequests>,
  project: Pick<Project, "id">,
  address: string,
  requester: EmailRequester,
  { knownOf }: { knownOf?: () => Promise<KnownRequester | undefined> } = {},
): Promise<EmailCount | null> {
  const count = emailCountOf(limits, requester);
  if (!limits || !count) return null;
  const site = siteOf(limits.guesser);
  const share = await takeOfAddress(limits, project, { site, address });
  if (!("retryAfterMillis" in share)) return { ...count, share };
  const known = await knownOf?.();
  if (!known) return fail(tooManyRequests, share);
  const from = known.device === undefined ? site : `device ${known.device}`;
  const further = await countAttempt(limits, emailsOfKnownSources, `${project.id}/${plainOrTagged(address)}`, { from });
  return "retryAfterMillis" in further ? fail(tooManyRequests, further) : { ...count, share: further };
}

interface SendingProject extends Pick<Tools, "attempts"> {
  project: { id: string; mailServer: { isShared: boolean } };
}

/**
 * Counts an email that is about to be sent with those of all projects, and as its project's if its request has not. The internal
 * project has its own share alone: no project keeps owners from their emails.
 *
 * @returns how to take the count back, or when the email may be sent, where it is one too many; it counts for nobody then
 */
export async function countEmail(
  { attempts, project: { id, mailServer } }: SendingProject,
  { site, visitorSite = site, share: taken }: EmailCount,
  address: string,
): Promise<{ giveBack(): Promise<unknown> } | { retryAfterMillis: number }> {
  const share = taken ?? (await takeOfAddress({ attempts }, { id }, { site: visitorSite, address }));
  if ("retryAfterMillis" in share) return share;
  if (!mailServer.isShared || id === "internal") return share;
  const ofAll = await countAttempt({ attempts }, emailsOfSharedServer, mailboxOf(address), { from: site, by: id });
  if (!("retryAfterMillis" in ofAll)) return { giveBack: () => Promise.all([share.giveBack(), ofAll.giveBack()]) };
  await share.giveBack();
  return ofAll;
}

/** Returns what the emails to an address are counted by that a project's clients request. */
export function emailCounter({ id }: { id: string }, address: string): { rule: AttemptRule; at: GuessedAt } {
  return { rule: emailsOfProject, at: { projectId: id, subject: mailboxOf(address) } };
}

function takeOfAddress(
  limits: Pick<Limits, "attempts">,
  { id }: { id: string },
  { site, address }: { site: string; address: string },
) {
  return countAttempt(limits, emailsOfProject, `${id}/${mailboxOf(address)}`, { from: site });
}

/** Whoever signs up with an address that leads to another's mailbox, and is known by it, uses up nothing of the plain one. */
function plainOrTagged(address: string): string {
  const mailbox = mailboxOf(address);
  return mailbox === address ? address : `${mailbox} with a tag`;
}

/**
 * Returns the mailbox of an address in normal form. Many servers deliver addresses that differ only after a `+` to the same one (RFC 5233).
 * Counted apart, they would fill one person's mailbox. Accounts are told apart by the whole address.
 */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const [user] = address.slice(0, at).split("+", 1);
  // Nothing is left of one that begins with it.
  return user ? `${user}${address.slice(at)}` : address;
}
