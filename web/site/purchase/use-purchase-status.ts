import { useEffect, useState } from "react";
import { type PurchaseStatus, readStatus } from "./purchase-requests";

/** Between one look and the next, in seconds. Reports of payments come within seconds, or after days. */
const waits = [1, 1, 2, 2, 3, 5, 8, 13, 21, 34, 55, 89];

/** What became of a purchase, looked up again until it is complete or a few minutes have passed. */
export function usePurchaseStatus(fullCode: string, first: PurchaseStatus = "pending"): PurchaseStatus {
  const [status, setStatus] = useState(first);
  useEffect(() => {
    if (first === "complete") return;
    const stop = new AbortController();
    void watch(fullCode, stop.signal).then((found) => !stop.signal.aborted && setStatus(found));
    return () => stop.abort();
  }, [fullCode, first]);
  return status;
}

async function watch(fullCode: string, stop: AbortSignal): Promise<PurchaseStatus> {
  for (const seconds of waits) {
    // A look that fails says nothing: the next one may not.
    const status = await readStatus(fullCode).catch(() => "pending" as const);
    if (status === "complete" || stop.aborted) return status;
    await new Promise((done) => setTimeout(done, seconds * 1000));
    if (stop.aborted) return status;
  }
  return "pending";
}
