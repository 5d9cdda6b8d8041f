import type { Tone } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { type Translate, useTranslation } from "../translation/use-translation";
import { attemptStatuses } from "./webhook-search";
import type { Attempt } from "./webhooks-api";

const tones: readonly Tone[] = ["success", "neutral", "danger"];

/** Shows how an attempt ended, with the status of the response. */
export function AttemptBadge({ attempt }: { attempt: Attempt }) {
  const t = useTranslation();
  return (
    <>
      <Badge tone={tones[attempt.status] ?? "neutral"}>{statusText(attempt, t)}</Badge>
      <Badge>{attempt.responseStatusCode === 0 ? t("No response") : String(attempt.responseStatusCode)}</Badge>
    </>
  );
}

function statusText({ status }: Attempt, t: Translate): string {
  return t(attemptStatuses[(["accepted", "pending", "failed"] as const)[status]]);
}
