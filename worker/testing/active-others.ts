import { newId } from "../platform/secrets";
import { newTrace } from "../platform/trace";
import { turnOf } from "../platform/turns";

/** Has the users of another project send requests now, so that each project leaves two thirds of its isolate's time to others. */
export function othersAreActive(): void {
  const projectId = newId();
  const { end } = turnOf({ projectId, network: "203.0.113.200" }, { isLimited: true });
  for (let count = 0; count < 10; count += 1) end(projectId, { trace: newTrace(), announced: new Set() });
}
