import { lazy, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Tabs } from "../../../ui/layout/tabs";
import { useTranslation } from "../../../ui/translation/use-translation";
import { OAuthButtons } from "../../components/oauth-buttons";
import { PasskeyButton } from "../../components/passkey-button";
import { MagicLinkForm } from "../../forms/magic-link-form";
import {
  forgetSentCode,
  isPasswordSuggested,
  keepSentCode,
  keptSentCode,
  type SentMagicLink,
  TypedEmailContext,
} from "../../forms/suggested-credentials";
import { useIsPrerendered } from "../../hooks/prerendered";
import { useLastUsed, useLastUsedOfTyped } from "../../hooks/use-last-used";
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
  const [open, setOpen] = useState<"magic-link" | "password">();
  const [hasNoCodes, setHasNoCodes] = useState(false);
  const { credentialEnabled } = useProject().config;
  const hasPasswords = credentialEnabled && props.type === "sign-in";

  // A code was sent before the page was loaded again: nothing of it is lost.
  useEffect(() => startTransition(() => setSent(keptSentCode(props.type))), [props.type]);

  // As a transition, so that the form stays until the step is loaded.
  function showStep(newest: SentMagicLink) {
    const kept = { ...newest, type: props.type };
    keepSentCode(kept);
    startTransition(() => setSent(kept));
  }

  function leaveStep(next: "magic-link" | "password") {
    forgetSentCode();
    setOpen(next);
    setSent(undefined);
  }

  if (sent) {
    return (
      <CheckEmailStep
        sent={sent}
        onSent={showStep}
        onBack={() => leaveStep("magic-link")}
        onOtherMethod={() => leaveStep(hasPasswords ? "password" : "magic-link")}
      />
    );
  }
  const magicLinkForm = (
    <MagicLinkForm
      autoComplete={props.type === "sign-in" ? "username webauthn" : "username"}
      isCorrection={open === "magic-link"}
      // The step is loaded while the email is sent. A failure shows once it is rendered.
      onSend={() => loadStep().catch(() => undefined)}
      onSent={showStep}
      onOtherMethod={
        hasPasswords
          ? () => {
              setHasNoCodes(true);
              setOpen("password");
            }
          : undefined
      }
    />
  );
  return (
    <TypedEmailContext value={typedEmail}>
      {props.heading}
      {hasNoCodes && <NoCodes />}
      <OfferedMethods {...props} magicLinkForm={magicLinkForm} open={open} />
    </TypedEmailContext>
  );
}

type OfferedMethodsProps = AuthMethodsProps & {
  magicLinkForm: ReactNode;
  /** The tab that is open; the first by default. */
  open: "magic-link" | "password" | undefined;
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

/** Says why the form for a password is open, whose field then takes the focus. */
function NoCodes() {
  const t = useTranslation();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = alert.current?.getRootNode() as ParentNode | undefined;
    root?.querySelector<HTMLElement>("input[type=password]")?.focus();
  }, []);
  return (
    <div ref={alert}>
      <Alert>
        {t("The account with this email address does not sign in by code. Use its password, or another way.")}
      </Alert>
    </div>
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
  const lastUsed = useLastUsed();
  // What is open stays so while an address is typed.
  const ofTyped = useLastUsedOfTyped();
  const tabs = [
    ...(magicLinkEnabled ? [{ value: "magic-link", label: t("Email code"), content: magicLinkForm }] : []),
    ...(credentialEnabled ? [{ value: "password", label: t("Email & password"), content: passwordForm }] : []),
  ].map((tab) => (tab.value === ofTyped ? { ...tab, label: <LastUsed>{tab.label}</LastUsed> } : tab));
  const firstOf = (way: string | null) => (tabs.some(({ value }) => value === way) && way) || firstTab;
  return (
    <Tabs
      label={t("Ways to continue")}
      isListHidden={isPrerendered}
      open={open ?? (type === "sign-in" && isPasswordSuggested() ? "password" : firstOf(lastUsed))}
      tabs={firstOf(ofTyped) === "password" ? tabs.toReversed() : tabs}
    />
  );
}

/** The label of the tab that this browser used last. */
function LastUsed({ children }: { children: ReactNode }) {
  const t = useTranslation();
  return (
    <span className="flex items-center gap-2">
      {children} <Badge tone="accent">{t("Last used")}</Badge>
    </span>
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
