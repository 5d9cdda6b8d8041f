import type { Tone } from "../../ui/feedback/alert";
import { msg } from "../translation/message";

const statuses = {
  active: { tone: "success", label: msg("Active") },
  trialing: { tone: "accent", label: msg("Free trial") },
  past_due: { tone: "danger", label: msg("Payment overdue") },
  unpaid: { tone: "danger", label: msg("Payment overdue") },
  incomplete: { tone: "warning", label: msg("Not paid yet") },
  paused: { tone: "neutral", label: msg("Paused") },
  canceled: { tone: "neutral", label: msg("Ended") },
  incomplete_expired: { tone: "neutral", label: msg("Ended") },
} as const satisfies Record<string, { tone: Tone; label: string }>;

/** How a subscription's status, as Stripe names it, is shown; undefined for one that is not known. */
export function statusOf(status: string): (typeof statuses)[keyof typeof statuses] | undefined {
  return Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : undefined;
}
