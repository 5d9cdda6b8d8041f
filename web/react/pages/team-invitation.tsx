import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { CurrentUser, GatehouseClientApp, TeamInvitationPreview } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { Button } from "../../ui/buttons/button";
import { Fact, Facts } from "../../ui/layout/facts";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { dataOrThrow, settled } from "../errors/outcomes";
import { checkNewPassword } from "../forms/credential-rules";
import { explainSignUp, type NewCredentials } from "../forms/credential-sign-up";
import { EmailField } from "../forms/email-field";
import { Form, fieldOf, SubmitButton } from "../forms/form";
import { NewPasswordField, usePasswordLength } from "../forms/new-password-field";
import { forgetSuggestedEmail, suggestEmail } from "../forms/suggested-credentials";
import { useFormMutation } from "../forms/use-form-mutation";
import { useGoHome } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { useProject } from "../hooks/use-project";
import { useUser } from "../hooks/use-user";
import { teamInvitationCodeOptions } from "../queries/code-queries";
import { keys } from "../queries/keys";
import { useMutation, useSuspenseQuery } from "../queries/query-hooks";
import { viewOf } from "../queries/view-of";
import { FormPage, PageHeading } from "./parts/auth-page";
import { codeError, codeParameter, type Refusal, RefusedLink } from "./parts/emailed-link";
import { HomeCard } from "./parts/home-card";
import { RetryCard } from "./parts/retry-card";

/** Shows what the code of an invitation leads to, and makes the user a member of the team once they are signed in. */
export function TeamInvitation({ searchParams }: { searchParams: URLSearchParams }) {
  const code = codeParameter(searchParams);
  const projectId = searchParams.get("project");
  return code ? <Checked code={code} projectId={projectId} /> : <RefusedLink {...refusals.invalid} />;
}

/** @param props.projectId the project whose owners invite: its page comes after joining */
function Checked({ code, projectId }: { code: string; projectId: string | null }) {
  const user = useUser({ includeRestricted: true });
  const { data: preview } = useSuspenseQuery(teamInvitationCodeOptions(useApp(), code));
  // Kept as it was: the sign-up uses the code up, which is no news to who has signed up.
  const [signedUpFor, signUpFor] = useState<TeamInvitationPreview>();
  if (signedUpFor) return <InvitedSignUp code={code} projectId={projectId} invitation={signedUpFor} />;
  if (preview.status === "error") return <RefusedLink {...refusals[reasonOf(preview.error) ?? "invalid"]} />;
  if (user?.isRestricted) return <Held invitation={preview.data} />;
  if (user) return <Invitation code={code} projectId={projectId} invitation={preview.data} user={user} />;
  return <SignedOut invitation={preview.data} onSignUp={() => signUpFor(preview.data)} />;
}

/** Who is restricted joins no team: what is missing comes first, and leads back to the invitation. */
function Held({ invitation }: { invitation: TeamInvitationPreview }) {
  const t = useTranslation();
  const app = useApp();
  return (
    <InvitationCard
      invitation={invitation}
      primaryButtonText={t("Continue")}
      primaryAction={() => app.redirectToOnboarding()}
      secondaryButtonText={t("Cancel")}
      secondaryAction={useGoHome()}
    >
      <p>{t("Before you join it, your account needs a step more.")}</p>
    </InvitationCard>
  );
}

/** Sign-in and sign-up return to the invitation. Where the dashboard's project is closed, the invitation opens it to its recipient. */
function SignedOut({ invitation, onSignUp }: { invitation: TeamInvitationPreview; onSignUp: () => void }) {
  const t = useTranslation();
  const app = useApp();
  const goHome = useGoHome();
  const { displayName, config } = useProject();
  const leaveBy = (redirect: () => Promise<void>) => () => {
    suggestEmail(invitation.recipientEmail);
    return redirect();
  };
  const signUp = config.signUpEnabled
    ? leaveBy(() => app.redirectToSignUp())
    : app.projectId === "internal" && config.credentialEnabled
      ? onSignUp
      : undefined;
  return (
    <InvitationCard
      invitation={invitation}
      primaryButtonText={t("Sign in")}
      primaryAction={leaveBy(() => app.redirectToSignIn())}
      secondaryButtonText={signUp ? t("Create an account") : t("Cancel")}
      secondaryAction={signUp ?? goHome}
    >
      <p>{t.rich("To join it, you need an account at {project}.", { project: <Name>{displayName}</Name> })}</p>
    </InvitationCard>
  );
}

/** The account of who was invited, whose address is that of the invitation. Signing up accepts it. */
function InvitedSignUp({
  code,
  projectId,
  invitation: { teamId, recipientEmail },
}: {
  code: string;
  projectId: string | null;
  invitation: TeamInvitationPreview;
}) {
  const t = useTranslation();
  const app = useApp();
  const passwordLength = usePasswordLength();
  const form = useForm<NewCredentials>({ defaultValues: { email: recipientEmail, password: "" } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationKey: keys.authentication,
    mutationFn: async (credentials) => {
      await dataOrThrow(app.signUpWithCredential({ ...credentials, invitationCode: code, noRedirect: true }));
      const user = await app.getUser({ or: "throw" });
      const projects = await pageOfProjects(app, user, { teamId, projectId });
      window.location.assign(projects ?? teamPageOf(app, teamId));
    },
    explain: (error) => explainSignUp(error, t),
  });
  return (
    <FormPage>
      <PageHeading title={t("Create your account")} />
      <Form onSubmit={onSubmit} failure={failure}>
        <EmailField {...fieldOf(form, "email")} readOnly />
        <NewPasswordField
          label={t("Password")}
          words={() => [recipientEmail]}
          {...fieldOf(form, "password", { validate: checkNewPassword(t, passwordLength) })}
        />
        <SubmitButton isPending={isPending} className="mt-1">
          {t("Create account")}
        </SubmitButton>
      </Form>
    </FormPage>
  );
}

function Invitation({
  code,
  projectId,
  invitation,
  user,
}: {
  code: string;
  projectId: string | null;
  invitation: TeamInvitationPreview;
  user: CurrentUser;
}) {
  const t = useTranslation();
  const app = useApp();
  // Of the last attempt: it stays on the page during the next one.
  const [error, setError] = useState<unknown>();
  const { data: teams } = useSuspenseQuery(viewOf(user, user.listTeams));
  // As the page opened: joining makes the user a member too.
  const [wasMember] = useState(() => teams.some(({ id }) => id === invitation.teamId));
  useEffect(forgetSuggestedEmail, []);
  const teamPage = teamPageOf(app, invitation.teamId);
  const openTeam = () => window.location.assign(teamPage);
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: () => dataOrThrow(app.acceptTeamInvitation(code)),
    onError: setError,
    onSuccess: async () => {
      const projects = await pageOfProjects(app, user, { teamId: invitation.teamId, projectId });
      window.location.assign(projects ?? teamPage);
    },
  });
  const join = () => settled(mutateAsync());
  const goHome = useGoHome();

  if (isSuccess) {
    return (
      <MessageCard
        key="done"
        title={t("You have joined the team")}
        primaryButtonText={t("Open the team")}
        primaryAction={openTeam}
      />
    );
  }
  if (wasMember) {
    return (
      <HomeCard title={t("You are a member of this team already")} button={t("Open the team")} onPress={openTeam}>
        {invitation.teamDisplayName && (
          <p>
            {t.rich("There is nothing to accept: you are in {team}.", {
              team: <Name>{invitation.teamDisplayName}</Name>,
            })}
          </p>
        )}
      </HomeCard>
    );
  }
  const reason = reasonOf(error);
  if (reason) return <RefusedLink {...refusals[reason]} />;
  if (error !== undefined) {
    return (
      <RetryCard
        title={t("You could not join the team")}
        error={error}
        onRetry={join}
        secondaryButtonText={t("Go home")}
        secondaryAction={goHome}
      />
    );
  }
  return (
    <InvitationCard
      invitation={invitation}
      primaryButtonText={t("Join")}
      primaryAction={join}
      secondaryButtonText={t("Ignore")}
      secondaryAction={goHome}
    >
      <JoinsAs user={user} recipientEmail={invitation.recipientEmail} />
    </InvitationCard>
  );
}

function teamPageOf(app: GatehouseClientApp, teamId: string): string {
  return `${app.urls.accountSettings}#team-${teamId}`;
}

/**
 * The page of what a team of owners administers: the project that the invitation came from, its only project, or all projects. Undefined
 * for any other team, and one without projects.
 */
async function pageOfProjects(
  app: GatehouseClientApp,
  user: CurrentUser,
  { teamId, projectId }: { teamId: string; projectId: string | null },
): Promise<string | undefined> {
  if (app.projectId !== "internal") return undefined;
  // The user has joined all the same: where projects cannot be listed, there is the team.
  const projects = await user.listOwnedProjects().catch(() => []);
  const owned = projects.filter(({ ownerTeamId }) => ownerTeamId === teamId);
  const [only, other] = owned;
  if (!only) return undefined;
  const project = other ? owned.find(({ id }) => id === projectId) : only;
  return project ? `/projects/${project.id}` : "/projects";
}

/** The account that joins. Anyone with the link may join, but most often the address that was invited is meant. */
function JoinsAs({ user, recipientEmail }: { user: CurrentUser; recipientEmail: string }) {
  const t = useTranslation();
  if (!user.primaryEmail) return null;
  const own = <strong className="font-medium text-ink">{user.primaryEmail}</strong>;
  if (user.primaryEmail.toLowerCase() === recipientEmail.toLowerCase())
    return <p>{t.rich("You join as {email}.", { email: own })}</p>;
  const signOut = () => user.signOut({ redirectUrl: window.location.href });
  return (
    <>
      <p>
        {t.rich("This invitation was sent to {recipient}. You are signed in as {email}.", {
          recipient: <strong className="font-medium text-ink">{recipientEmail}</strong>,
          email: own,
        })}
      </p>
      <Button variant="secondary" size="small" className="self-center" onClick={signOut}>
        {t("Use another account")}
      </Button>
    </>
  );
}

/** The names of the team and of who invites stand apart from the page's own words: anyone can have chosen them. */
function InvitationCard({
  invitation: { teamDisplayName, inviterDisplayName, recipientEmail, projectDisplayNames },
  children,
  ...buttons
}: {
  invitation: TeamInvitationPreview;
  primaryButtonText: string;
  primaryAction: () => unknown;
  secondaryButtonText: string;
  secondaryAction: (() => unknown) | undefined;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <MessageCard title={t("You are invited to a team")} {...buttons}>
      {children}
      <Facts label={t("Invitation")}>
        {/* A team named after an address has a name, which strangers are not shown. */}
        {teamDisplayName && (
          <Fact name={t("Team")}>
            <Name>{teamDisplayName}</Name>
          </Fact>
        )}
        {projectDisplayNames.length > 0 && (
          <Fact name={t("Projects")}>
            <Name>{projectDisplayNames.join(", ")}</Name>
          </Fact>
        )}
        {inviterDisplayName && (
          <Fact name={t("Invited by")}>
            <Name>{inviterDisplayName}</Name>
          </Fact>
        )}
        <Fact name={t("Sent to")}>{recipientEmail}</Fact>
      </Facts>
    </MessageCard>
  );
}

type InvalidReason = NonNullable<ReturnType<typeof codeError>> | "gone";

/** Returns why the invitation cannot be accepted; undefined for errors that another attempt may not meet. */
function reasonOf(error: unknown): InvalidReason | undefined {
  if (isKnownError(error, "TEAM_NOT_FOUND")) return "gone";
  return isKnownError(error, "VERIFICATION_ERROR") ? (codeError(error) ?? "invalid") : undefined;
}

const refusals: Record<InvalidReason, Refusal> = {
  invalid: {
    title: "This invitation link is not valid",
    text: "Please check that you opened the whole link from the email. The invitation may also have been revoked.",
  },
  expired: {
    title: "This invitation link has expired",
    text: "Invitations are valid for a limited time. Ask the team for a new one.",
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
