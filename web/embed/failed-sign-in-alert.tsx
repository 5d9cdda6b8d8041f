import { explanationOf } from "../react/pages/error";
import { Alert } from "../ui/feedback/alert";
import { useTranslation } from "../ui/translation/use-translation";

// Loaded when a sign-in has failed: most pages never show it.

export { explanationOf };

/** Says why a sign-in that has come back to the page has failed, above the form for another one. */
export function FailedSignInAlert({ code }: { code: string | null }) {
  const t = useTranslation();
  const { title, text } = explanationOf(code);
  return (
    <div className="mb-6">
      <Alert tone="danger">
        {title && <strong className="block font-medium">{t(title)}</strong>}
        {t(text)}
      </Alert>
    </div>
  );
}
