import { useState } from "react";
import type { CurrentUser } from "../../../kit";
import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { useApp } from "../../app-context";
import { inPlainWords } from "../../submit";
import type { SectionProps } from "./section";

/** The ways out: of this session, and for good. */
export function SettingsSection({ user, project }: SectionProps) {
  return (
    <>
      <Card
        title="Sign out"
        description="Ends your session in this browser."
        actions={
          <Button variant="secondary" size="small" onClick={() => user.signOut()}>
            Sign out
          </Button>
        }
      />
      {project.config.clientUserDeletionEnabled && <DeleteAccount user={user} />}
    </>
  );
}

function DeleteAccount({ user }: { user: CurrentUser }) {
  const app = useApp();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Card
        title="Delete account"
        description="Removes your account for good, with everything that belongs to it."
        actions={
          <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
            Delete account
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete your account?"
        description="Your account goes with its emails, ways to sign in and team memberships. Nothing brings it back."
        confirmLabel="Delete account"
        typedPhrase={user.primaryEmail ?? "delete"}
        onConfirm={async () => {
          await inPlainWords(user.delete());
          await app.redirectToHome({ replace: true });
        }}
      />
    </>
  );
}
