import type { ServerUser } from "../../kit";
import { RelativeTime } from "../../ui/text/relative-time";
import { useTranslation } from "../translation/use-translation";

/** Shows when a user last had a session. One who was created or imported and never signed in has the time of sign-up there. */
export function LastActive({ user, className }: { user: ServerUser; className?: string }) {
  const t = useTranslation();
  if (user.lastActiveAt.getTime() <= user.signedUpAt.getTime()) {
    return <span className={className}>{t("Never signed in")}</span>;
  }
  return <RelativeTime at={user.lastActiveAt} {...(className && { className })} />;
}
