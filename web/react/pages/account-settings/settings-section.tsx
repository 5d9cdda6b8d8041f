import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useApp } from "../../hooks/use-app";
import { useMutation } from "../../queries/query-hooks";
import { DangerCard } from "./parts/danger-card";
import type { SectionProps } from "./section";

/** Sign-out, and the deletion of the account. */
export function SettingsSection({ user, project }: SectionProps) {
  const t = useTranslation();
  const app = useApp();
  const signOut = useMutation({ mutationFn: () => user.signOut() });
  return (
    <>
      <Card
        title={t("Sign out")}
        description={t("Ends your session in this browser.")}
        actions={
          <Button variant="secondary" size="small" onClick={() => signOut.mutateAsync()}>
            {t("Sign out")}
          </Button>
        }
      />
      {project.config.clientUserDeletionEnabled && (
        <DangerCard
          title={t("Delete account")}
          description={t("Removes your account for good, with everything that belongs to it.")}
          question={t("Delete your account?")}
          consequence={
            user.primaryEmail
              ? t(
                  "Your account {email} is deleted with its emails, sign-in methods and team memberships. It cannot be restored.",
                  { email: user.primaryEmail },
                )
              : t(
                  "Your account is deleted with its emails, sign-in methods and team memberships. It cannot be restored.",
                )
          }
          typedPhrase={t("delete")}
          mutationFn={async () => {
            await user.delete();
            await (app.urls.home
              ? app.redirectToHome({ replace: true })
              : app.redirectToAfterSignOut({ replace: true }));
          }}
        />
      )}
    </>
  );
}
