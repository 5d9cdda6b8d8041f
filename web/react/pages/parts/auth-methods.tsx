import { lazy, type ReactNode, startTransition, useState } from "react";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Tabs } from "../../../ui/layout/tabs";
import { useTranslation } from "../../../ui/translation/use-translation";
import { OAuthButtons } from "../../components/oauth-buttons";
import { PasskeyButton } from "../../components/passkey-button";
import { MagicLinkForm, type SentMagicLink } from "../../forms/magic-link-form";
import { isPasswordSuggested, TypedEmailContext } from "../../forms/suggested-credentials";
import { useIsPrerendered } from "../../hooks/prerendered";
import { useProject } from "../../hooks/use-project";
import { LegalLinks } from "./project-links";

export type AuthMethodsProps = {
  type: "sign-in" | "sign-up";
  heading: ReactNode;
  /** Says which tab is first, and open, where a project offers both methods that take an email address. */
  firstTab?: "magic-link" | "password";
  /** Of the page, so that it loads no other form than its own. */
  passwordForm: ReactNode;
};

const loadStep = async () => ({ default: (await import("./check-email-step")).CheckEmailStep });
const CheckEmailStep = lazy(loadStep);

/** The authentication methods of the project below the heading. Once a code was sent, the step that takes it instead. */
export function AuthMethods(props: AuthMethodsProps) {
  const [typedEmail] = useState<{ current: string | undefined }>({ current: undefined });
  const [sent, setSent] = useState<SentMagicLink>();
  const [isCorrection, setIsCorrection] = useState(false);

  function correct() {
    setIsCorrection(true);
    setSent(undefined);
  }

  if (sent) return <CheckEmailStep sent={sent} onSent={setSent} onBack={correct} />;
  const magicLinkForm = (
    <MagicLinkForm
      autoComplete={props.type === "sign-in" ? "username webauthn" : "username"}
      isCorrection={isCorrection}
      // The step is loaded while the email is sent. A failure shows once it is rendered.
      onSend={() => loadStep().catch(() => undefined)}
      // As a transition, so that the form stays until the step is loaded.
      onSent={(email) => startTransition(() => setSent(email))}
    />
  );
  return (
    <TypedEmailContext value={typedEmail}>
      {props.heading}
      <OfferedMethods {...props} magicLinkForm={magicLinkForm} open={isCorrection ? "magic-link" : undefined} />
    </TypedEmailContext>
  );
}

type OfferedMethodsProps = AuthMethodsProps & {
  magicLinkForm: ReactNode;
  /** The tab that is open; the first by default. */
  open: "magic-link" | undefined;
};

/**
 * The buttons first, below them the forms, then what one agrees to. Until the project is known there is the field that most
 * projects have, below the room that the buttons of most take.
 */
function OfferedMethods(props: OfferedMethodsProps) {
  const { credentialEnabled, magicLinkEnabled, oauthProviders, passkeyEnabled } = useProject().config;
  const isPrerendered = useIsPrerendered();
  const hasOAuth = oauthProviders.length > 0;
  const hasPasskey = passkeyEnabled && props.type === "sign-in";
  const hasButtons = isPrerendered || hasOAuth || hasPasskey;
  const hasForms = magicLinkEnabled || credentialEnabled;
  if (!hasButtons && !hasForms) return <NoMethod />;
  return (
    <>
      {hasButtons && (
        <div className="flex flex-col gap-3" aria-busy={isPrerendered || undefined}>
          {isPrerendered ? (
            <ButtonSkeletons />
          ) : (
            <>
              {hasOAuth && <OAuthButtons providers={oauthProviders} />}
              {hasPasskey && <PasskeyButton />}
            </>
          )}
        </div>
      )}
      {hasButtons && hasForms && <MethodDivider />}
      {hasForms && <EmailMethods {...props} />}
      {!isPrerendered && <LegalLinks />}
    </>
  );
}

function ButtonSkeletons() {
  return (
    <>
      <Skeleton className="h-11 sm:h-10" />
      <Skeleton className="h-11 sm:h-10" />
    </>
  );
}

function EmailMethods({ type, firstTab = "magic-link", open, passwordForm, magicLinkForm }: OfferedMethodsProps) {
  const t = useTranslation();
  const { credentialEnabled, magicLinkEnabled } = useProject().config;
  const isPrerendered = useIsPrerendered();
  const tabs = [
    ...(magicLinkEnabled ? [{ value: "magic-link", label: t("Email code"), content: magicLinkForm }] : []),
    ...(credentialEnabled ? [{ value: "password", label: t("Email & password"), content: passwordForm }] : []),
  ];
  return (
    <Tabs
      label={t("Ways to continue")}
      isListHidden={isPrerendered}
      open={open ?? (type === "sign-in" && isPasswordSuggested() ? "password" : undefined)}
      tabs={firstTab === "password" ? tabs.reverse() : tabs}
    />
  );
}

function MethodDivider() {
  const t = useTranslation();
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t("Or continue with")}
    </div>
  );
}

function NoMethod() {
  const t = useTranslation();
  return (
    <p className="rounded-control bg-sunken px-4 py-6 text-center text-sm text-ink-soft">
      {t("No authentication method enabled.")}
    </p>
  );
}
