import { appInternals } from "../../../kit/app/internals";
import { signInAddress } from "../../email-links/email-link";
import { useEmailLink } from "../../email-links/use-email-link";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { SendLinkDialog } from "./send-link-dialog";

/** Emails the user a link with which they choose a new password. */
export default function PasswordResetDialog({ channels, onClose }: PartProps & { onClose: () => void }) {
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
