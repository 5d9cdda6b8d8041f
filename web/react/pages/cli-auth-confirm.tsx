import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { appInternals } from "../../kit/app/internals";
import { Alert } from "../../ui/feedback/alert";
import { MessageCard } from "../../ui/layout/message-card";
import { settled } from "../errors/settled";
import { useApp } from "../hooks/use-app";
import { useUser } from "../hooks/use-user";
import { RetryCard } from "./parts/retry-card";

/** Shares the user's session with the command line whose login code is in the query. */
export function CliAuthConfirm({ searchParams }: { searchParams: URLSearchParams }) {
  const leave = useLeave();
  const loginCode = searchParams.get("login_code");
  if (loginCode) return <Confirm loginCode={loginCode} />;
  return (
    <MessageCard title="This link is not complete" primaryButtonText="Go home" primaryAction={leave}>
      <p>The code of the command line is missing. Please open the whole link that it shows.</p>
    </MessageCard>
  );
}

function Confirm({ loginCode }: { loginCode: string }) {
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const leave = useLeave();
  // Of the last attempt: it stays on the page during the next one.
  const [error, setError] = useState<unknown>();
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: async () => {
      const { refreshToken } = await user.currentSession.getTokens();
      // Without a refresh token the session has ended, which the API reports.
      const body = { login_code: loginCode, refresh_token: refreshToken ?? "" };
      await app[appInternals].caller("client").write("POST /auth/cli/complete", { body });
    },
    onError: setError,
  });
  const authorize = () => settled(mutateAsync());

  if (isSuccess) {
    return (
      <MessageCard key="done" title="The command line is authorized" primaryButtonText="Close" primaryAction={leave}>
        <p>You can close this window and go back to the command line.</p>
      </MessageCard>
    );
  }
  if (error !== undefined) {
    return (
      <RetryCard
        title="The command line was not authorized"
        error={error}
        onRetry={authorize}
        secondaryButtonText="Cancel"
        secondaryAction={leave}
      />
    );
  }
  return (
    <MessageCard
      key="ask"
      title="Authorize a command line?"
      primaryButtonText="Authorize"
      primaryAction={authorize}
      secondaryButtonText="Cancel"
      secondaryAction={leave}
    >
      <p>
        A command line application asks for access to your account
        {user.primaryEmail && (
          <>
            {" "}
            <strong className="font-medium text-ink">{user.primaryEmail}</strong>
          </>
        )}
        .
      </p>
      <div className="mt-2 text-left">
        <Alert tone="warning">
          Continue only if you started this yourself just now, in an application that you trust: it will be able to do
          everything that you can. We never send you this link, by email or otherwise. If you received it from someone,
          cancel.
        </Alert>
      </div>
    </MessageCard>
  );
}

/** Closes the window. Browsers allow that only for a window's first page; from any other, it goes home. */
function useLeave(): () => Promise<void> {
  const app = useApp();
  return () => {
    window.close();
    return app.redirectToHome();
  };
}
