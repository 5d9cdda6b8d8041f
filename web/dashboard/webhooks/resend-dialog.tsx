import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/buttons/button";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { Dialog } from "../../ui/overlays/dialog";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { svixCode } from "./endpoint-code";
import { readWebhooksAgain } from "./queries";
import type { Resend } from "./webhook-search";
import { type Endpoint, recover, replayMissing } from "./webhooks-api";

/** Sends many events since a time to the endpoint: those that have failed for good, or those that it never got. */
export function ResendDialog({
  endpoint: { id },
  resend,
  onClose,
}: {
  endpoint: Endpoint;
  resend: Resend;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const done = useDone();
  const [span, setSpan] = useState<Span>("day");
  const [date, setDate] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const { title, description, message, send, method } = wordingOf(resend, t);

  async function submit() {
    const since = sinceOf(span, date, Date.now());
    setIsRefused(since === undefined);
    if (since === undefined) return;
    await send(app, id, since);
    await readWebhooksAgain(app, queryClient);
    done({ message, title, code: svixCode(method, id, { since }) });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button onClick={submit}>{t("Send")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t("Events of")}
          options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(spans[value]) }))}
          value={span}
          onValueChange={setSpan}
        />
        {span === "date" && (
          <TextField
            label={t("Since")}
            type="datetime-local"
            hint={t("Events are kept for 30 days.")}
            error={isRefused ? t("Enter a date and time that have passed.") : undefined}
            value={date}
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
          />
        )}
      </div>
    </Dialog>
  );
}

function wordingOf(resend: Resend, t: Translate) {
  if (resend === "failed") {
    return {
      title: t("Resend failed events"),
      description: t("Events that have failed after all attempts are sent again, the oldest first."),
      message: t("The failed events are sent again."),
      send: recover,
      method: "endpoint.recover",
    };
  }
  return {
    title: t("Send missing events"),
    description: t(
      "Events that were never sent to this endpoint, as it was added or enabled after they happened. Test events are left out.",
    ),
    message: t("The missing events are on their way."),
    send: replayMissing,
    method: "endpoint.replayMissing",
  };
}

const hour = 60 * 60 * 1000;

/** Lists since when events can be sent again: some spans of time, or a date. */
const spans = {
  hour: msg("The last hour"),
  day: msg("The last 24 hours"),
  week: msg("The last 7 days"),
  month: msg("The last 30 days"),
  date: msg("Since a date"),
} as const;

type Span = keyof typeof spans;

const hours: Record<Exclude<Span, "date">, number> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

/** The time that a span begins at; undefined where its date is none, or is still to come. */
export function sinceOf(span: Span, date: string, now: number): Date | undefined {
  if (span !== "date") return new Date(now - hours[span] * hour);
  const time = new Date(date);
  return time.getTime() <= now ? time : undefined;
}
