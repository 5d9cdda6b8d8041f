import { useTranslation } from "../../../../ui/translation/use-translation";
import type { SectionProps } from "../section";
import { ApiKeysCard } from "./api-keys-card";

export function ApiKeysSection({ user }: SectionProps) {
  const t = useTranslation();
  return (
    <ApiKeysCard
      owner={user}
      title={t("Your API keys")}
      description={t("A program that has one of them acts in your name. Create a separate key for each program.")}
    />
  );
}
