import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CurrentUser, GatehouseClientApp, Result } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { MessageCard } from "../../ui/message-card";
import { useApp } from "../app-context";
import { describeFailure } from "../failure-wording";
import { mailedCode } from "../mailed-code";
import { useUser } from "../use-user";

/** Makes whoever is signed in a member of a team by the code of an invitation. Nobody else's code is sent anywhere. */
export function TeamInvitation({ searchParams }: { searchParams: URLSearchParams }) {
  const app = useApp();
  const user = useUser();
  const code = mailedCode(searchParams);

  if (!code) return <BrokenInvitation reason="invalid" />;
  if (user) return <Invitation code={code} user={user} />;
  return (
    <MessageCard
      title="You are invited to a team"
      primaryButtonText="Sign in"
      primaryAction={() => app.redirectToSignIn()}
      secondaryButtonText="Cancel"
      secondaryAction={() => app.redirectToHome()}
    >
      <p>Sign in or create an account to join it.</p>
    </MessageCard>
  );
}

/** What a code leads to. */
function invitationOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: ["gatehouse", app.projectId, "team-invitation-code", code],
    queryFn: () => withGoneTeam(app.getTeamInvitationDetails(code)),
  });
}

/** What is wrong with a code is an answer of the kit; to this page it is one, too, that its team is no more. */
async function withGoneTeam<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await answer;
  } catch (error) {
    if (isKnownError(error, "TEAM_NOT_FOUND")) return { status: "error", error };
    throw error;
  }
}

type State = { kind: "ask" | "done" } | { kind: "broken"; error: unknown } | { kind: "failed"; message: string };

function Invitation({ code, user }: { code: string; user: CurrentUser }) {
  const app = useApp();
  const { data: details } = useSuspenseQuery(invitationOptions(app, code));
  const [state, setState] = useState<State>({ kind: "ask" });
  const goHome = () => app.redirectToHome();

  async function join() {
    try {
      const result = await withGoneTeam(app.acceptTeamInvitation(code));
      setState(result.status === "ok" ? { kind: "done" } : { kind: "broken", error: result.error });
    } catch (error) {
      setState({ kind: "failed", message: describeFailure(error) });
    }
  }

  if (details.status === "error") return <BrokenInvitation reason={reasonOf(details.error)} />;
  const { teamDisplayName } = details.data;
  switch (state.kind) {
    case "ask":
      return (
        <MessageCard
          key={state.kind}
          title={`You are invited to join ${teamDisplayName}`}
          primaryButtonText="Join"
          primaryAction={join}
          secondaryButtonText="Ignore"
          secondaryAction={goHome}
        >
          {user.primaryEmail && (
            <p>
              You join as <strong className="font-medium text-ink">{user.primaryEmail}</strong>.
            </p>
          )}
        </MessageCard>
      );
    case "done":
      return (
        <MessageCard
          key={state.kind}
          title={`You have joined ${teamDisplayName}`}
          primaryButtonText="Go home"
          primaryAction={goHome}
        >
          <p>You find the team in your account settings.</p>
        </MessageCard>
      );
    case "failed":
      return (
        <MessageCard
          key={state.kind}
          title="You could not join the team"
          primaryButtonText="Try again"
          primaryAction={join}
          secondaryButtonText="Go home"
          secondaryAction={goHome}
        >
          <p>{state.message}</p>
        </MessageCard>
      );
    case "broken":
      return <BrokenInvitation key={state.kind} reason={reasonOf(state.error)} />;
  }
}

type BrokenReason = "invalid" | "expired" | "used" | "gone";

function reasonOf(error: unknown): BrokenReason {
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return "expired";
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "used";
  return isKnownError(error, "TEAM_NOT_FOUND") ? "gone" : "invalid";
}

const brokenWording: Record<BrokenReason, { title: string; text: string }> = {
  invalid: {
    title: "This invitation link is not valid",
    text: "Please check that you opened the whole link from the email. The invitation may also have been taken back.",
  },
  expired: {
    title: "This invitation link has expired",
    text: "Invitations are open for a week. Ask the team for a new one.",
  },
  used: {
    title: "This invitation link was already used",
    text: "Each link works once. If it was not you who used it, ask the team for a new one.",
  },
  gone: {
    title: "This team does not exist any more",
    text: "It was deleted after you were invited.",
  },
};

function BrokenInvitation({ reason }: { reason: BrokenReason }) {
  const app = useApp();
  const { title, text } = brokenWording[reason];
  return (
    <MessageCard title={title} primaryButtonText="Go home" primaryAction={() => app.redirectToHome()}>
      <p>{text}</p>
    </MessageCard>
  );
}
