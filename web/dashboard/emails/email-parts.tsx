import { Badge } from "../../ui/feedback/badge";
import { useTranslation } from "../translation/use-translation";

/** An email in HTML, in a frame that runs no script and leads nowhere. */
export function EmailFrame({ title, html, className }: { title: string; html: string; className: string }) {
  // A click on a link would replace the email.
  return <iframe title={title} sandbox="" srcDoc={`${html}<base target="_blank">`} className={className} />;
}

/** Shows whether an attempt delivered its email. */
export function EmailBadge({ error }: { error: unknown }) {
  const t = useTranslation();
  return error ? <Badge tone="danger">{t("Not delivered")}</Badge> : <Badge tone="success">{t("Delivered")}</Badge>;
}
