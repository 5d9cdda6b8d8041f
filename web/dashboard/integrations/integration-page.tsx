import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, Suspense } from "react";
import type { CurrentUser, GatehouseClientApp } from "../../kit";
import { useApp, useProject, useUser } from "../../react";
import { Recoverable } from "../../react/components/recoverable";
import { Logo } from "../../ui/brand/logo";
import { Button } from "../../ui/buttons/button";
import { Spinner } from "../../ui/feedback/spinner";
import { CenteredPage } from "../../ui/layout/centered-page";
import { useFrame } from "../../ui/layout/frame-skeleton";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import { DashboardTranslation } from "../translation/dashboard-translation";
import type { PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { type Family, families, type LinkOptions, type LinkProblem } from "./queries";

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
