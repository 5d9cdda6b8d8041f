import { Alert } from "../../../ui/feedback/alert";
import { useTranslation } from "../../../ui/translation/use-translation";

/** Says why whoever was signed in is not any more. It is loaded where that is so. */
export default function EndedSession() {
  const t = useTranslation();
  return (
    <Alert tone="warning">
      <strong className="block font-medium">{t("You were signed out")}</strong>
      {t(
        "This browser's session was ended from another device, by a change of your password, or by the owner of this app.",
      )}
    </Alert>
  );
}
