import type { RequestOutcome } from "../protocol/handle-request";
import type { Tools } from "./tools";

/**
 * Logs a request as one line of JSON, where that is switched on: what it was and what it cost. Nothing of its user, its
 * address or its contents, and only ids that were proven.
 */
export function logRequest(
  { settings, trace }: Tools,
  { requestId, projectId, endpoint, status }: RequestOutcome,
): void {
  if (!settings.logsRequests) return;
  console.log(
    JSON.stringify({
      message: "request",
      request_id: requestId,
      project_id: projectId,
      endpoint,
      status,
      round_trips: trace.d1,
      rows_read: trace.rowsRead,
      rows_written: trace.rowsWritten,
    }),
  );
}
