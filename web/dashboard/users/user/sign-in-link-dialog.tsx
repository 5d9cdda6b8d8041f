import { appInternals } from "../../../kit/app/internals";
import { signInAddress } from "../../email-links/email-link";
import { useEmailLink } from "../../email-links/use-email-link";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { SendLinkDialog } from "./send-link-dialog";

/** Emails the user a link and a code, either of which signs them in. */
export default function SignInLinkDialog({ channels, onClose }: PartProps & { onClose: () => void }) {
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
