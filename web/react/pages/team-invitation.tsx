import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CurrentUser } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { MessageCard } from "../../ui/layout/message-card";
import { dataOrThrow } from "../errors/data-or-throw";
import { settled } from "../errors/settled";
import { useApp } from "../hooks/use-app";
import { useUser } from "../hooks/use-user";
import { teamInvitationCodeOptions } from "../queries/code-queries";
import { codeError } from "./parts/code-error";
import { codeParameter } from "./parts/code-parameter";
import { RetryCard } from "./parts/retry-card";

/** Makes the signed-in user a member of a team by the code of an invitation. Without a user the code is not sent. */
export function TeamInvitation({ searchParams }: { searchParams: URLSearchParams }) {
  const app = useApp();
  const user = useUser();
  const code = codeParameter(searchParams);

  if (!code) return <InvalidInvitation reason="invalid" />;
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

function Invitation({ code, user }: { code: string; user: CurrentUser }) {
  const app = useApp();
  const { data: details } = useSuspenseQuery(teamInvitationCodeOptions(app, code));
  // Of the last attempt: it stays on the page during the next one.
  const [error, setError] = useState<unknown>();
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: () => dataOrThrow(app.acceptTeamInvitation(code)),
    onError: setError,
  });
  const join = () => settled(mutateAsync());
  const goHome = () => app.redirectToHome();

  if (details.status === "error") return <InvalidInvitation reason={reasonOf(details.error) ?? "invalid"} />;
  const { teamDisplayName } = details.data;
  if (isSuccess) {
    return (
      <MessageCard
        key="done"
        title={`You have joined ${teamDisplayName}`}
        primaryButtonText="Go home"
        primaryAction={goHome}
      >
        <p>You find the team in your account settings.</p>
      </MessageCard>
    );
  }
  const reason = reasonOf(error);
  if (reason) return <InvalidInvitation reason={reason} />;
  if (error !== undefined) {
    return (
      <RetryCard
        title="You could not join the team"
        error={error}
        onRetry={join}
        secondaryButtonText="Go home"
        secondaryAction={goHome}
      />
    );
  }
  return (
    <MessageCard
      key="ask"
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
}

type InvalidReason = "invalid" | "expired" | "used" | "gone";

/** Why the invitation cannot be accepted; undefined for errors that another attempt may not meet. */
function reasonOf(error: unknown): InvalidReason | undefined {
  if (isKnownError(error, "TEAM_NOT_FOUND")) return "gone";
  return isKnownError(error, "VERIFICATION_ERROR") ? (codeError(error) ?? "invalid") : undefined;
}

const invalidWording: Record<InvalidReason, { title: string; text: string }> = {
  invalid: {
    title: "This invitation link is not valid",
    text: "Please check that you opened the whole link from the email. The invitation may also have been revoked.",
  },
  expired: {
    title: "This invitation link has expired",
    text: "Invitations are open for a week. Ask the team for a new one.",
  },
  used: {
    title: "This invitation link was already used",
    text: "Each link works once. If you did not use it, ask the team for a new one.",
  },
  gone: {
    title: "This team does not exist any more",
    text: "It was deleted after you were invited.",
  },
};

function InvalidInvitation({ reason }: { reason: InvalidReason }) {
  const app = useApp();
  const { title, text } = invalidWording[reason];
  return (
    <MessageCard title={title} primaryButtonText="Go home" primaryAction={() => app.redirectToHome()}>
      <p>{text}</p>
    </MessageCard>
  );
}
