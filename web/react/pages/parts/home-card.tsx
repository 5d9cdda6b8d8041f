import type { ReactNode } from "react";
import { MessageCard } from "../../../ui/layout/message-card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useGoHome } from "../../hooks/page-hooks";

/** A message with a button that leads home, where there is such a page: the only one, or the second beside the card's own. */
export function HomeCard({
  title,
  button,
  onPress,
  children,
}: {
  title: string;
  button?: string;
  onPress?: () => unknown;
  children?: ReactNode;
}) {
  const home = useTranslation()("Go home");
  const goHome = useGoHome();
  return (
    <MessageCard
      title={title}
      primaryButtonText={button ?? home}
      primaryAction={button ? onPress : goHome}
      secondaryButtonText={button && home}
      secondaryAction={goHome}
    >
      {children}
    </MessageCard>
  );
}
