import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/buttons/button";
import { Select } from "../../ui/forms/select";
import { Dialog } from "../../ui/overlays/dialog";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { svixCode } from "./endpoint-code";
import { readWebhooksAgain } from "./queries";
import { type Endpoint, recover } from "./webhooks-api";

const hour = 60 * 60 * 1000;

/** Sends all events again that have failed for good since a time. */
export function RecoverDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const done = useDone();
  const [hours, setHours] = useState("24");
  const spans = [
    { value: "1", label: t("The last hour") },
    { value: "24", label: t("The last 24 hours") },
    { value: String(7 * 24), label: t("The last 7 days") },
    { value: String(30 * 24), label: t("The last 30 days") },
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Resend failed events")}
      description={t("Events that have failed after all attempts are sent again, the oldest first.")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button
            onClick={async () => {
              const since = new Date(Date.now() - Number(hours) * hour);
              await recover(app, endpoint.id, since);
              await readWebhooksAgain(app, queryClient);
              done({
                message: t("The failed events are sent again."),
                title: t("Resend failed events"),
                code: svixCode("endpoint.recover", endpoint.id, { since }),
              });
              onClose();
            }}
          >
            {t("Resend")}
          </Button>
        </>
      }
    >
      <Select label={t("Failed in")} options={spans} value={hours} onValueChange={setHours} />
    </Dialog>
  );
}
