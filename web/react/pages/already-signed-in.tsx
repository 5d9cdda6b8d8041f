import type { CurrentUser } from "../../kit";
import { MessageCard } from "../../ui/layout/message-card";
import { useApp } from "../app-context";

export function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const app = useApp();
  return (
    <MessageCard
      title="You are already signed in"
      primaryButtonText="Go home"
      primaryAction={() => app.redirectToHome()}
      secondaryButtonText="Sign out"
      secondaryAction={() => user.signOut()}
    >
      {user.primaryEmail && (
        <p>
          Signed in as <strong className="font-medium text-ink">{user.primaryEmail}</strong>.
        </p>
      )}
    </MessageCard>
  );
}
