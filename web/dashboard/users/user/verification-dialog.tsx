import { useState } from "react";
import type { ServerContactChannel } from "../../../kit";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Dialog } from "../../../ui/overlays/dialog";
import { useToast } from "../../../ui/overlays/toast";
import { NoEmailLink, useEmailLink } from "../../email-links/use-email-link";
import { useTranslation } from "../../translation/use-translation";

/** Verifies an address: by an email with a link, or because the owner has found that it is the user's. */
export default function VerificationDialog({
  channel,
  onVerified,
  onClose,
}: {
  channel: ServerContactChannel;
  onVerified: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const toast = useToast();
  const { callbackUrl, choice } = useEmailLink("email-verification");
  const [failure, setFailure] = useState<string>();

  async function finish(work: () => Promise<void>) {
    try {
      await work();
      onClose();
    } catch (error) {
      setFailure(describeFailure(error, t));
    }
  }

  async function sendEmail(callbackUrl: string) {
    await channel.sendVerificationEmail({ callbackUrl });
    toast({ tone: "success", message: t("The email is on its way to {email}.", { email: channel.value }) });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Verify {email}", { email: channel.value })}
      description={t(
        "Send the user an email with a link that verifies the address, or mark it as verified if you know that it is theirs.",
      )}
      actions={
        <>
          <Button variant="secondary" onClick={() => finish(onVerified)}>
            {t("Mark as verified")}
          </Button>
          {callbackUrl !== null && (
            <Button onClick={() => finish(() => sendEmail(callbackUrl))}>{t("Send email")}</Button>
          )}
        </>
      }
    >
      {failure ? <Alert tone="danger">{failure}</Alert> : callbackUrl === null ? <NoEmailLink /> : choice}
    </Dialog>
  );
}
