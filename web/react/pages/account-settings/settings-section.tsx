import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { useApp } from "../../hooks/use-app";
import { useMutation } from "../../queries/query-hooks";
import { DangerCard } from "./parts/danger-card";
import type { SectionProps } from "./section";

/** Sign-out, and the deletion of the account. */
export function SettingsSection({ user, project }: SectionProps) {
  const app = useApp();
  const signOut = useMutation({ mutationFn: () => user.signOut() });
  return (
    <>
      <Card
        title="Sign out"
        description="Ends your session in this browser."
        actions={
          <Button variant="secondary" size="small" onClick={() => signOut.mutateAsync()}>
            Sign out
          </Button>
        }
      />
      {project.config.clientUserDeletionEnabled && (
        <DangerCard
          title="Delete account"
          description="Removes your account for good, with everything that belongs to it."
          question="Delete your account?"
          consequence={`Your account${user.primaryEmail ? ` ${user.primaryEmail}` : ""} is deleted with its emails, sign-in methods and team memberships. It cannot be restored.`}
          typedPhrase="delete"
          mutationFn={async () => {
            await user.delete();
            await app.redirectToHome({ replace: true });
          }}
        />
      )}
    </>
  );
}
