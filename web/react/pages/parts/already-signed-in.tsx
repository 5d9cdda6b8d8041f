import type { CurrentUser } from "../../../kit";
import { MessageCard } from "../../../ui/layout/message-card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useGoHome } from "../../hooks/use-go-home";
import { useMutation } from "../../queries/query-hooks";

export function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const goHome = useGoHome();
  const signOut = useMutation({ mutationFn: () => user.signOut() });
  return (
    <MessageCard
      title={t("You are already signed in")}
      primaryButtonText={t("Go home")}
      primaryAction={goHome}
      secondaryButtonText={t("Sign out")}
      secondaryAction={() => signOut.mutateAsync()}
    >
      {user.primaryEmail && (
        <p>
          {t.rich("Signed in as {email}.", {
            email: <strong className="font-medium text-ink">{user.primaryEmail}</strong>,
          })}
        </p>
      )}
    </MessageCard>
  );
}
