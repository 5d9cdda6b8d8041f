import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { Button } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Card } from "../../ui/layout/card";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { svixCode } from "./endpoint-code";
import { readWebhooksAgain } from "./queries";
import { type Endpoint, getSecret, rotateSecret } from "./webhooks-api";

/** The secret that signs events. It is read when it is asked for, and kept nowhere: each read is in the audit log. */
export function SecretCard({ endpoint: { id } }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const done = useDone();
  const [secret, setSecret] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card
      title={t("Signing secret")}
      description={t(
        "Your server verifies with it that an event comes from this project. Keep it out of your source code.",
      )}
    >
      <div className="flex flex-col gap-4">
        {secret !== undefined && <CopyField label={t("Secret")} value={secret} />}
        <div className="flex flex-wrap gap-2">
          {secret === undefined ? (
            <Button variant="secondary" onClick={async () => setSecret(await getSecret(app, id))}>
              {t("Show the secret")}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => setSecret(undefined)}>
              {t("Hide the secret")}
            </Button>
          )}
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {t("Rotate the secret")}
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmMutation
          isOpen
          onOpenChange={setIsAsking}
          title={t("Rotate the secret?")}
          description={t(
            "A new secret signs from now on. The old one signs beside it for 24 hours: replace it in your server by then.",
          )}
          confirmLabel={t("Rotate the secret")}
          mutationFn={async () => {
            await rotateSecret(app, id);
            setSecret(await getSecret(app, id));
            await readWebhooksAgain(app, queryClient);
            done({
              message: t("The secret has been rotated."),
              title: t("Rotate a secret"),
              code: svixCode("endpoint.rotateSecret", id, {}),
            });
          }}
        />
      )}
    </Card>
  );
}
