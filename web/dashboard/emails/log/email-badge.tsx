import { Badge } from "../../../ui/feedback/badge";
import { useTranslation } from "../../translation/use-translation";
import type { LoggedEmail } from "./queries";

/** Shows whether an attempt delivered its email. */
export function EmailBadge({ error }: Pick<LoggedEmail, "error">) {
  const t = useTranslation();
  return error ? <Badge tone="danger">{t("Not delivered")}</Badge> : <Badge tone="success">{t("Delivered")}</Badge>;
}
