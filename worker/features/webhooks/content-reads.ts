import { unlessRecorded } from "../../db/audit/changes";
import { recordAuditOfProject } from "../../db/audit/project-logs";
import { allOf, type Condition, type Statement } from "../../platform/database";
import { type ApiRequest, ifStillMaker } from "./api-request";

/** How long reads of the same by the same reader from the same address are one event: applications read again and again. */
const readMillis = 60 * 60 * 1000;

/**
 * Records that the content of events is read, in the batch that reads it.
 *
 * @param target what is read: an event, or all of the project
 */
export function recordRead(
  request: ApiRequest,
  target: { type: "project" | "webhook_message"; id: string },
  ...where: Condition[]
): Statement & PromiseLike<unknown> {
  const { db, projectId, actor } = request;
  const event = { type: "webhook_message.read", target } as const;
  const isNew = unlessRecorded(projectId, event, { since: Date.now() - readMillis, by: actor });
  const recorded = recordAuditOfProject(db, projectId, actor, event, allOf(ifStillMaker(request), isNew, ...where));
  // As every statement of the builder, it is a promise too, which is what batches by name are made of.
  return recorded as Statement & PromiseLike<unknown>;
}
