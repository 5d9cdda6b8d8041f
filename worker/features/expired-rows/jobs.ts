// Tasks that do nothing but delete rows which nobody can find any more.
import { deleteExpiredAuditEvents } from "../../db/audit/changes";
import { deleteOldSentEmails } from "../../db/emails/changes";
import { sweepStep } from "../../db/expired-rows";
import { dayOf } from "../../db/metrics/days";
import { deleteDailyUserCounts } from "../../db/metrics/statements";
import { deleteExpiredAuthorizationCodes, deleteExpiredRequests } from "../../db/oauth-flows/changes";
import { deleteExpiredStartedPurchases } from "../../db/payments/purchases/started";
import { deleteExpiredSessions } from "../../db/sessions/changes";
import { deleteExpiredVerificationCodes } from "../../db/verification-codes/changes";
import type { Database } from "../../platform/database";
import { everyMinute, scheduledTask } from "../../platform/jobs";

const hour = 60 * 60 * 1000;

/**
 * An access token may outlive its session, and signing out with it still succeeds while the session is stored. Access
 * tokens live for minutes, unless the operator says otherwise.
 */
const sessionsKeptMillis = 12 * hour;

/** A browser that returns late from its provider gets an error of an expired flow, rather than of an unknown one. */
const requestsKeptMillis = hour;

/** Longer than a redemption takes, whose code must not go while it is being used. */
const codesKeptMillis = 60 * 1000;

/** More than a year, so that a day can be compared with the same one of the year before. */
const countsKeptDays = 400;

function sweep(name: string, deletions: (db: Database, now: number) => Parameters<typeof sweepStep>[1]) {
  return scheduledTask({ name, cron: everyMinute, step: ({ db }) => sweepStep(db, deletions(db, Date.now())) });
}

export const sweepSessions = sweep("sweep-sessions", (db, now) => [
  deleteExpiredSessions(db, now - sessionsKeptMillis),
]);

export const sweepFlows = sweep("sweep-oauth-flows", (db, now) => [
  deleteExpiredRequests(db, now - requestsKeptMillis),
  deleteExpiredAuthorizationCodes(db, now - codesKeptMillis),
]);

export const sweepVerificationCodes = sweep("sweep-verification-codes", (db, now) => [
  deleteExpiredVerificationCodes(db, now),
]);

export const sweepDailyUserCounts = sweep("sweep-daily-user-counts", (db, now) => [
  deleteDailyUserCounts(db, { before: dayOf(now) - countsKeptDays + 1 }),
]);

export const sweepAuditEvents = sweep("sweep-audit-events", (db, now) => [deleteExpiredAuditEvents(db, now)]);

/** Attempts that their project keeps no longer: `emails.logRetentionDays`. */
export const sweepSentEmails = sweep("sweep-sent-emails", (db, now) => [deleteOldSentEmails(db, now)]);

export const sweepStartedPurchases = sweep("sweep-started-purchases", (db, now) => [
  deleteExpiredStartedPurchases(db, now),
]);
