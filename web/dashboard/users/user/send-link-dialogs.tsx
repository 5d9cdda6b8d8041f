import { useMutation } from "@tanstack/react-query";
import { appInternals } from "../../../kit/app/internals";
import { describeFailure, inPlainWords } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Dialog } from "../../../ui/overlays/dialog";
import { useToast } from "../../../ui/overlays/toast";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { signInAddress } from "../../email-links/email-link";
import { NoEmailLink, useEmailLink } from "../../email-links/use-email-link";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";

/** Emails the user a link with which they choose a new password. */
export function PasswordResetDialog({ channels, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  return (
    <SendLinkDialog
      title={t("Send password reset link")}
      email={signInAddress(channels)}
      link={useEmailLink("password-reset")}
      callee="app.sendForgotPasswordEmail"
      send={(email, callback_url) =>
        app[appInternals].caller("server").write("POST /auth/password/send-reset-code", {
          body: { email, callback_url },
        })
      }
      onClose={onClose}
    />
  );
}

/** Emails the user a link and a code, either of which signs them in. */
export function SignInLinkDialog({ channels, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  return (
    <SendLinkDialog
      title={t("Send sign-in link")}
      email={signInAddress(channels)}
      link={useEmailLink("magic-link-callback")}
      callee="app.sendMagicLinkEmail"
      send={(email, callback_url) =>
        app[appInternals].caller("server").write("POST /auth/otp/send-sign-in-code", {
          body: { email, callback_url },
        })
      }
      onClose={onClose}
    />
  );
}

type Link = { email: string; callbackUrl: string };

/** Confirms that an email with a link is sent to a user, and sends it. */
function SendLinkDialog({
  title,
  email,
  link: { callbackUrl, choice },
  callee,
  send,
  onClose,
}: {
  title: string;
  /** Null where no address of the user is used for sign-in. */
  email: string | null;
  link: ReturnType<typeof useEmailLink>;
  /** The method of the kit that sends the same, as code. */
  callee: string;
  send: (email: string, callbackUrl: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const { mutateAsync } = useMutation({ mutationFn: (link: Link) => send(link.email, link.callbackUrl) });

  if (email === null || callbackUrl === null) {
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
        {email === null ? (
          <p className="text-sm text-ink-soft">
            {t("No address of the user is used for sign-in. Choose one in the part “Profile” first.")}
          </p>
        ) : (
          <NoEmailLink />
        )}
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
        await inPlainWords(mutateAsync({ email, callbackUrl }), (error) => describeFailure(error, t));
        show({ title, code: kitCode([], callee, email, { callbackUrl }) });
        toast({ tone: "success", message: t("The email is on its way to {email}.", { email }) });
      }}
    >
      {choice}
    </ConfirmDialog>
  );
}
