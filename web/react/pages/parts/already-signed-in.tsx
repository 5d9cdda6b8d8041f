import type { CurrentUser } from "../../../kit";
import { MessageCard } from "../../../ui/layout/message-card";
import { useApp } from "../../hooks/use-app";
import { useMutation } from "../../queries/query-hooks";

export function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const app = useApp();
  const signOut = useMutation({ mutationFn: () => user.signOut() });
  return (
    <MessageCard
      title="You are already signed in"
      primaryButtonText="Go home"
      primaryAction={() => app.redirectToHome()}
      secondaryButtonText="Sign out"
      secondaryAction={() => signOut.mutateAsync()}
    >
      {user.primaryEmail && (
        <p>
          Signed in as <strong className="font-medium text-ink">{user.primaryEmail}</strong>.
        </p>
      )}
    </MessageCard>
  );
}
