import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import type { CurrentUser, GatehouseClientApp } from "../../kit/index";
import { Recoverable } from "../../react/components/recoverable";
import { describeFailure } from "../../react/errors/describe-failure";
import { settled } from "../../react/errors/outcomes";
import { useApp, useProject, useUser } from "../../react/index";
import { Logo } from "../../ui/brand/logo";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { CenteredPage } from "../../ui/layout/centered-page";
import { Fact, Facts } from "../../ui/layout/facts";
import { useFrame } from "../../ui/layout/frame-skeleton";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import { Name } from "../../ui/text/name";
import { ownTeamsOptions, useOwnedProjects } from "../projects/use-owned-projects";
import { DashboardTranslation } from "../translation/dashboard-translation";
import { msg, type PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import {
  approveKeyOptions,
  confirmTransferOptions,
  type Family,
  families,
  keyRequestOptions,
  type LinkOptions,
  type LinkProblem,
  linkProblem,
  transferOptions,
} from "./queries";

/** A link of a partner's that a signed-in user has opened, with what it leads to. */
export type OpenedLink<T> = T & { family: Family; code: string; user: CurrentUser };

interface IntegrationPageProps<T> {
  /** Marked by `msg`: it is translated within. */
  title: PlainMessage;
  /** The name of the code in the query of the page's address. */
  codeName: string;
  /** Reads what the code leads to. It needs no user, so that people see what is waiting for them before they sign in. */
  options: (app: GatehouseClientApp, family: Family, code: string) => LinkOptions<T>;
  /** Says what is asked of the user, in the page's words. */
  Introduction: ComponentType<T>;
  /** The page for those who are signed in. */
  Decision: ComponentType<OpenedLink<T>>;
  Invalid: ComponentType<{ problem: LinkProblem }>;
}

/** A page to which a partner sends owners. */
export function IntegrationPage<T extends object>(props: IntegrationPageProps<T>) {
  return (
    <DashboardTranslation>
      <Page {...props} />
    </DashboardTranslation>
  );
}

function Page<T extends object>(props: IntegrationPageProps<T>) {
  const t = useTranslation();
  useFrame();
  useTitle(`${t(props.title)} · Gatehouse`);
  const { family: name } = useParams({ strict: false }) as { family?: string };
  const family = families.find((each) => each === name);
  const code = new URLSearchParams(useLocation().searchStr).get(props.codeName) ?? "";
  return (
    <CenteredPage brand={<Logo className="text-xl" />}>
      <Recoverable>
        <Suspense fallback={<Spinner label={t("Loading")} className="mx-auto size-5" />}>
          {family && /^[0-9a-z]{45}$/i.test(code) ? (
            <Checked {...props} family={family} code={code} />
          ) : (
            <MessageCard title={t("This link is not valid")}>
              <p>{t("Please check that you opened the whole link.")}</p>
            </MessageCard>
          )}
        </Suspense>
      </Recoverable>
    </CenteredPage>
  );
}

function Checked<T extends object>({
  family,
  code,
  ...page
}: IntegrationPageProps<T> & { family: Family; code: string }) {
  const user = useUser();
  const { data: link } = useSuspenseQuery(page.options(useApp(), family, code));
  if (link.problem !== null) return <page.Invalid problem={link.problem} />;
  if (user) return <page.Decision {...link.data} family={family} code={code} user={user} />;
  return (
    <SignedOut title={page.title}>
      <page.Introduction {...link.data} />
    </SignedOut>
  );
}

/** Sign-in and sign-up return to the page. */
function SignedOut({ title, children }: { title: PlainMessage; children: ReactNode }) {
  const t = useTranslation();
  const app = useApp();
  const { signUpEnabled } = useProject().config;
  return (
    <MessageCard
      title={t(title)}
      primaryButtonText={t("Sign in")}
      primaryAction={() => app.redirectToSignIn()}
      secondaryButtonText={t("Create an account")}
      secondaryAction={signUpEnabled ? () => app.redirectToSignUp() : undefined}
    >
      {children}
      <p>{t("To go on, you need an account here.")}</p>
    </MessageCard>
  );
}

/** The account that decides, for people who have several. */
export function DecidesAs({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const signOut = () => user.signOut({ redirectUrl: window.location.href });
  return (
    <div className="mt-6 flex flex-col items-center gap-2 text-center text-sm text-ink-soft">
      <p className="wrap-anywhere">
        {t.rich("You are signed in as {user}.", {
          user: (
            <strong key="user" className="font-medium text-ink">
              {user.primaryEmail ?? user.displayName ?? t("a user without a name")}
            </strong>
          ),
        })}
      </p>
      <Button variant="secondary" size="small" onClick={signOut}>
        {t("Use another account")}
      </Button>
    </div>
  );
}

/** Lets an owner choose the project of which a partner gets an admin key. */
export function ApprovalPage() {
  return (
    <IntegrationPage
      title={msg("Connect a project")}
      codeName="interaction_uid"
      options={keyRequestOptions}
      Introduction={Introduction}
      Decision={Approval}
      Invalid={InvalidRequest}
    />
  );
}

interface KeyRequest {
  partner: string;
  host: string;
  cancelUrl: string;
}

function Introduction({ partner, host }: KeyRequest) {
  const t = useTranslation();
  return (
    <>
      <p>
        {t.rich(
          "{partner} asks for an admin key of one of your projects. With it, it can do everything that you can do in the project, until you revoke the key under API keys.",
          { partner: <Name key="partner">{partner}</Name> },
        )}
      </p>
      <Facts label={t("Request")}>
        <Fact name={t("From")}>
          <Name>{partner}</Name>
        </Fact>
        <Fact name={t("Goes to")}>{host}</Fact>
      </Facts>
    </>
  );
}

function Approval({ family, code, user, ...request }: OpenedLink<KeyRequest>) {
  const t = useTranslation();
  const app = useApp();
  const projects = useOwnedProjects();
  const [chosen, setChosen] = useState(projects[0]?.id);
  const goTo = (url: string) => window.location.assign(url);
  const approve = useMutation({ ...approveKeyOptions(app, family, code), onSuccess: goTo });
  const problem = linkProblem(approve.error);
  if (problem) return <InvalidRequest problem={problem} />;
  if (chosen === undefined) {
    return (
      <>
        <MessageCard
          title={t("You have no project yet")}
          primaryButtonText={t("Create a project")}
          primaryAction={() => goTo("/projects")}
          secondaryButtonText={t("Cancel")}
          secondaryAction={() => goTo(request.cancelUrl)}
        >
          <p>
            {t.rich(
              "{partner} asks for a key of one of your projects. Create one first, then start again from there.",
              { partner: <Name key="partner">{request.partner}</Name> },
            )}
          </p>
        </MessageCard>
        <DecidesAs user={user} />
      </>
    );
  }
  return (
    <>
      <MessageCard
        title={t("Connect a project")}
        primaryButtonText={t("Allow")}
        primaryAction={() => settled(approve.mutateAsync(chosen))}
        secondaryButtonText={t("Cancel")}
        secondaryAction={() => goTo(request.cancelUrl)}
      >
        <Introduction {...request} />
        <div className="mt-3 text-start">
          <Select
            label={t("Project")}
            options={projects.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            value={chosen}
            onValueChange={setChosen}
          />
        </div>
        {approve.error && <Alert tone="danger">{describeFailure(approve.error, t)}</Alert>}
      </MessageCard>
      <DecidesAs user={user} />
    </>
  );
}

const wording: Record<LinkProblem, { title: PlainMessage; text: PlainMessage }> = {
  invalid: {
    title: msg("This link is not valid"),
    text: msg("Please go back to where you came from, and start again."),
  },
  expired: {
    title: msg("This request has expired"),
    text: msg("Requests are valid for half an hour. Please go back to where you came from, and start again."),
  },
  used: {
    title: msg("This request was already decided"),
    text: msg("Please go back to where you came from, and start again if it has no key."),
  },
};

function InvalidRequest({ problem }: { problem: LinkProblem }) {
  const t = useTranslation();
  const { title, text } = wording[problem];
  return (
    <MessageCard key={problem} title={t(title)}>
      <p>{t(text)}</p>
    </MessageCard>
  );
}

/** Lets an owner take over a project that a partner has made for them. */
export function TransferPage() {
  return (
    <IntegrationPage
      title={msg("Take over a project")}
      codeName="code"
      options={transferOptions}
      Introduction={TransferIntroduction}
      Decision={Transfer}
      Invalid={InvalidTransfer}
    />
  );
}

interface HandOver {
  projectName: string;
  partner: string;
}

function TransferIntroduction({ projectName, partner }: HandOver) {
  const t = useTranslation();
  return (
    <>
      <p>
        {t.rich("{partner} hands this project over to you. The team that you choose administers it from now on.", {
          partner: <Name key="partner">{partner}</Name>,
        })}
      </p>
      <Facts label={t("Project")}>
        <Fact name={t("Project")}>
          <Name>{projectName}</Name>
        </Fact>
        <Fact name={t("From")}>
          <Name>{partner}</Name>
        </Fact>
      </Facts>
    </>
  );
}

const newTeam = "new";

function Transfer({ family, code, user, ...handOver }: OpenedLink<HandOver>) {
  const t = useTranslation();
  const app = useApp();
  const { data: teams } = useSuspenseQuery(ownTeamsOptions(app, user.id));
  const [chosen, setChosen] = useState(teams[0]?.id ?? newTeam);
  const openProject = (id: string) => window.location.assign(`/projects/${id}/overview`);
  const confirm = useMutation({ ...confirmTransferOptions(app, family, code), onSuccess: openProject });
  const problem = linkProblem(confirm.error);
  if (problem) return <InvalidTransfer problem={problem} />;
  return (
    <>
      <MessageCard
        title={t("Take over a project")}
        primaryButtonText={t("Take over the project")}
        primaryAction={() => settled(confirm.mutateAsync(chosen === newTeam ? undefined : chosen))}
        secondaryButtonText={t("Not now")}
        secondaryAction={() => window.location.assign("/projects")}
      >
        <TransferIntroduction {...handOver} />
        <div className="mt-3 text-start">
          <Select
            label={t("Team that will own it")}
            options={[
              ...teams.map(({ id, displayName }) => ({ value: id, label: displayName })),
              { value: newTeam, label: t("A new team") },
            ]}
            value={chosen}
            onValueChange={setChosen}
          />
        </div>
        <p>
          {t.rich("{partner} keeps its admin key of the project until you revoke it under API keys.", {
            partner: <Name key="partner">{handOver.partner}</Name>,
          })}
        </p>
        {confirm.error && <Alert tone="danger">{describeFailure(confirm.error, t)}</Alert>}
      </MessageCard>
      <DecidesAs user={user} />
    </>
  );
}

const transferWording: Record<LinkProblem, { title: PlainMessage; text: PlainMessage }> = {
  invalid: {
    title: msg("This link is not valid"),
    text: msg("Please check that you opened the whole link."),
  },
  expired: {
    title: msg("This link has expired"),
    text: msg("Links are valid for an hour. Go back to where you got it, and ask for a new one."),
  },
  used: {
    title: msg("This project was taken over already"),
    text: msg("If it was you, it is among your projects. A project can be taken over once."),
  },
};

function InvalidTransfer({ problem }: { problem: LinkProblem }) {
  const t = useTranslation();
  const { title, text } = transferWording[problem];
  return (
    <MessageCard
      key={problem}
      title={t(title)}
      primaryButtonText={t("Show my projects")}
      primaryAction={() => window.location.assign("/projects")}
    >
      <p>{t(text)}</p>
    </MessageCard>
  );
}
