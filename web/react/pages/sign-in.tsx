import { lazy, type ReactNode, Suspense } from "react";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { PageLink } from "../components/page-link";
import { CredentialSignIn } from "../forms/credential-sign-in";
import { useIsPrerendered } from "../hooks/prerendered";
import { useWasEnded } from "../hooks/use-last-used";
import { useProject } from "../hooks/use-project";
import { AuthMethods, type AuthMethodsProps } from "./parts/auth-methods";
import { AuthPage, type AuthPageProps, PageHeading } from "./parts/auth-page";

export type SignInProps = AuthPageProps & Pick<AuthMethodsProps, "firstTab">;

/** A space without a break, as high as the line that most projects have there. */
const roomForLine = "\u00a0";

// Whoever cannot load it can still sign in.
const EndedSession = lazy<() => ReactNode>(() =>
  import("./parts/ended-session").catch(() => ({ default: () => null })),
);

/** Says that the session was ended elsewhere, if it was, until there is a user again. */
export function EndedSessionNote() {
  return (
    useWasEnded() && (
      <Suspense>
        <EndedSession />
      </Suspense>
    )
  );
}

/** Signs in by the methods that the project has enabled. */
export function SignIn({ automaticRedirect, extraInfo, firstTab }: SignInProps) {
  const t = useTranslation();
  const isPrerendered = useIsPrerendered();
  const project = useProject();
  return (
    <AuthPage destination="afterSignIn" automaticRedirect={automaticRedirect} extraInfo={extraInfo}>
      <AuthMethods
        type="sign-in"
        heading={
          <>
            <PageHeading title={t("Sign in")}>
              {isPrerendered
                ? roomForLine
                : project.config.signUpEnabled &&
                  t.rich("New to {project}? <signUp>Create an account</signUp>", {
                    project: <Name>{project.displayName}</Name>,
                    signUp: (text) => <PageLink page="signUp">{text}</PageLink>,
                  })}
            </PageHeading>
            <EndedSessionNote />
          </>
        }
        firstTab={firstTab}
        passwordForm={<CredentialSignIn />}
      />
    </AuthPage>
  );
}
