import { useState } from "react";
import { appInternals } from "../../kit/app/internals";
import { Alert } from "../../ui/alert";
import { MessageCard } from "../../ui/message-card";
import { useApp } from "../app-context";
import { describeFailure } from "../failure-wording";
import { useUser } from "../use-user";

/** Lets a command line share the session of whoever is signed in here. It is named by the login code of the address. */
export function CliAuthConfirm({ searchParams }: { searchParams: URLSearchParams }) {
  const leave = useLeave();
  const loginCode = searchParams.get("login_code");
  if (loginCode) return <Confirm loginCode={loginCode} />;
  return (
    <MessageCard title="This link is not complete" primaryButtonText="Go home" primaryAction={leave}>
      <p>It lacks the code of the command line. Please open the whole link that it shows.</p>
    </MessageCard>
  );
}

type State = { kind: "ask" | "done" } | { kind: "failed"; message: string };

function Confirm({ loginCode }: { loginCode: string }) {
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const leave = useLeave();
  const [state, setState] = useState<State>({ kind: "ask" });

  async function authorize() {
    try {
      const { refreshToken } = await user.currentSession.getTokens();
      // A session that has ended is refused like one that never was.
      const body = { login_code: loginCode, refresh_token: refreshToken ?? "" };
      await app[appInternals].caller("client").write("POST /auth/cli/complete", { body });
      setState({ kind: "done" });
    } catch (error) {
      setState({ kind: "failed", message: describeFailure(error) });
    }
  }

  switch (state.kind) {
    case "ask":
      return (
        <MessageCard
          key={state.kind}
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
              Go on only if you have just started this yourself, in an application that you trust: it will be able to do
              all that you can. We never send you this link, by email or otherwise. If somebody else did, cancel.
            </Alert>
          </div>
        </MessageCard>
      );
    case "done":
      return (
        <MessageCard
          key={state.kind}
          title="The command line is authorized"
          primaryButtonText="Close"
          primaryAction={leave}
        >
          <p>You can close this window and go back to the command line.</p>
        </MessageCard>
      );
    case "failed":
      return (
        <MessageCard
          key={state.kind}
          title="The command line was not authorized"
          primaryButtonText="Try again"
          primaryAction={authorize}
          secondaryButtonText="Cancel"
          secondaryAction={leave}
        >
          <p>{state.message}</p>
        </MessageCard>
      );
  }
}

/** Closes the window. Browsers let a page do so only while it is the only one of its window; from another, it goes home. */
function useLeave(): () => Promise<void> {
  const app = useApp();
  return () => {
    window.close();
    return app.redirectToHome();
  };
}
