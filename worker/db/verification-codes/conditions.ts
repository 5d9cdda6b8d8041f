import { and, eq, gt, isNull } from "drizzle-orm";
import type { Id } from "../../platform/database";
import { verificationCodes } from "./schema";

export interface OneCode {
  projectId: string;
  kind: string;
  codeHash: string;
}

export interface Subject {
  projectId: string;
  kind: string;
  subject: string;
}

export function isOf({ projectId, kind, subject }: Omit<Subject, "projectId"> & { projectId: Id }) {
  return and(
    eq(verificationCodes.projectId, projectId),
    eq(verificationCodes.kind, kind),
    eq(verificationCodes.subject, subject),
  );
}

export function isOpen(now: number) {
  return and(isNull(verificationCodes.usedAt), gt(verificationCodes.expiresAt, now));
}

export function isCode({ projectId, kind, codeHash }: OneCode) {
  return and(
    eq(verificationCodes.projectId, projectId),
    eq(verificationCodes.kind, kind),
    eq(verificationCodes.codeHash, codeHash),
  );
}
