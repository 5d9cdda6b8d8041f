import { useMutation } from "@tanstack/react-query";
import { describeFailure, inPlainWords } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Dialog } from "../../../ui/overlays/dialog";
import { useToast } from "../../../ui/overlays/toast";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { useTranslation } from "../../translation/use-translation";
import { NoMailLink } from "./use-mail-link";

/** Confirms that a mail with a link is sent to a user, and sends it. */
export function SendLinkDialog({
  title,
  email,
  callbackUrl,
  callee,
  send,
  onClose,
}: {
  title: string;
  email: string;
  /** Null where the project has no page for the link. */
  callbackUrl: string | null;
  /** The method of the kit that sends the same, as code. */
  callee: string;
  send: (callbackUrl: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const { mutateAsync } = useMutation({ mutationFn: send });

  if (callbackUrl === null) {
    return (
      <Dialog
        isOpen
        onOpenChange={onClose}
        title={title}
        actions={
          <Button variant="secondary" onClick={onClose}>
            {t("Close")}
          </Button>
        }
      >
        <NoMailLink />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={t.rich("An email goes to {email}. Its link leads to {page}.", {
        email: <strong className="font-medium wrap-anywhere text-ink">{email}</strong>,
        page: <span className="font-mono text-2xs wrap-anywhere text-ink">{callbackUrl}</span>,
      })}
      confirmLabel={t("Send email")}
      confirmVariant="primary"
      onConfirm={async () => {
        await inPlainWords(mutateAsync(callbackUrl), (error) => describeFailure(error, t));
        show({ title, code: kitCode([], callee, email, { callbackUrl }) });
        toast({ tone: "success", message: t("The email is on its way to {email}.", { email }) });
      }}
    />
  );
}
