import { appInternals } from "../../../kit/app/internals";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./part-props";
import { SendLinkDialog } from "./send-link-dialog";
import { useMailLink } from "./use-mail-link";

/** Mails the user a link and a code, either of which signs them in. */
export default function SignInLinkDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const email = user.primaryEmail ?? "";
  return (
    <SendLinkDialog
      title={t("Send sign-in link")}
      email={email}
      callbackUrl={useMailLink("magic-link-callback")}
      callee="app.sendMagicLinkEmail"
      send={(callback_url) =>
        app[appInternals].caller("server").write("POST /auth/otp/send-sign-in-code", {
          body: { email, callback_url },
        })
      }
      onClose={onClose}
    />
  );
}
