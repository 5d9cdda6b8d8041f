import { isKnownError } from "../../../kit/errors/known-error";
import type { PlainMessage } from "../../../ui/translation/message";
import { useTranslation } from "../../../ui/translation/use-translation";
import { usePageTitle } from "../../hooks/use-page-title";
import { HomeCard } from "./home-card";

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

/** Says why a link cannot be used. */
export type Refusal = { title: PlainMessage; text: PlainMessage };

/** Shows why an emailed link cannot be used, with a button for a new one where its reader can have one sent. */
export function RefusedLink({ title, text, onRequestNew }: Refusal & { onRequestNew?: () => unknown }) {
  const t = useTranslation();
  usePageTitle(t(title));
  return (
    <HomeCard title={t(title)} button={onRequestNew && t("Send a new link")} onPress={onRequestNew}>
      <p>{t(text)}</p>
    </HomeCard>
  );
}
