import { Badge } from "../feedback/badge";
import { useTranslation } from "../translation/use-translation";

/** Whether a key is valid; `whyInvalid` as the kit returns it. */
export function KeyStatus({ whyInvalid }: { whyInvalid: "expired" | "manually-revoked" | null }) {
  const t = useTranslation();
  switch (whyInvalid) {
    case "expired":
      return <Badge tone="warning">{t("Expired")}</Badge>;
    case "manually-revoked":
      return <Badge tone="danger">{t("Revoked")}</Badge>;
    case null:
      return <Badge tone="success">{t("Valid")}</Badge>;
  }
}
