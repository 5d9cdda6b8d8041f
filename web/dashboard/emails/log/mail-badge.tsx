import { Badge } from "../../../ui/feedback/badge";
import { useTranslation } from "../../translation/use-translation";
import type { LoggedMail } from "./queries";

/** Whether an attempt delivered its mail. */
export function MailBadge({ error }: Pick<LoggedMail, "error">) {
  const t = useTranslation();
  return error ? <Badge tone="danger">{t("Not delivered")}</Badge> : <Badge tone="success">{t("Delivered")}</Badge>;
}
