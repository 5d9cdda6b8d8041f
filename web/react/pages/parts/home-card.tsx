import type { ReactNode } from "react";
import { MessageCard } from "../../../ui/layout/message-card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useGoHome, usePageTitle } from "../../hooks/page-hooks";

/** A message with a button that leads home, where there is such a page: the only one, or the second beside the card's own. */
export function HomeCard({
  title,
  namesPage = false,
  button,
  onPress,
  children,
}: {
  title: string;
  /** Is true if the title of the document is that of the card, while it is shown. */
  namesPage?: boolean;
  button?: string;
  onPress?: () => unknown;
  children?: ReactNode;
}) {
  const t = useTranslation();
  const home = [t("Go home"), useGoHome()] as const;
  const [first, second] = button === undefined ? [home, []] : [[button, onPress] as const, home];
  usePageTitle(namesPage ? title : undefined);
  return (
    <MessageCard
      title={title}
      primaryButtonText={first[0]}
      primaryAction={first[1]}
      secondaryButtonText={second[0]}
      secondaryAction={second[1]}
    >
      {children}
    </MessageCard>
  );
}
