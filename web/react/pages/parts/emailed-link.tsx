import { isKnownError } from "../../../kit/errors/known-error";
import { MessageCard } from "../../../ui/layout/message-card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useGoHome } from "../../hooks/use-go-home";
import { usePageTitle } from "../../hooks/use-page-title";

/** The code in the query of an emailed link; undefined when it is missing or incomplete. */
export function codeParameter(searchParams: URLSearchParams): string | undefined {
  const code = searchParams.get("code");
  return code && /^[0-9a-z]{45}$/i.test(code) ? code : undefined;
}

/** Returns why the code of an emailed link was refused; undefined for errors that are not about the code. */
export function codeError(error: unknown): "invalid" | "expired" | "used" | undefined {
  if (isKnownError(error, "VERIFICATION_CODE_NOT_FOUND")) return "invalid";
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return "expired";
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "used";
  return undefined;
}

/** Shows why an emailed link cannot be used, with a button for a new one. */
export function InvalidLink({ title, text, onRequestNew }: { title: string; text: string; onRequestNew: () => void }) {
  const t = useTranslation();
  const goHome = useGoHome();
  usePageTitle(title);
  return (
    <MessageCard
      title={title}
      primaryButtonText={t("Send a new link")}
      primaryAction={onRequestNew}
      secondaryButtonText={t("Go home")}
      secondaryAction={goHome}
    >
      <p>{text}</p>
    </MessageCard>
  );
}
