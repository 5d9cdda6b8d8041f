import type { ReactNode } from "react";
import { Tabs } from "../../../ui/layout/tabs";
import { OAuthButtons } from "../../components/oauth-buttons";
import { PasskeyButton } from "../../components/passkey-button";
import { MagicLinkSignIn } from "../../forms/magic-link-sign-in";
import { useProject } from "../../hooks/use-project";

export type AuthMethodsProps = {
  type: "sign-in" | "sign-up";
  /** Which tab is first, and open, where a project offers both methods that take an email address. */
  firstTab?: "magic-link" | "password";
  /** Of the page, so that it loads no other form than its own. */
  passwordForm: ReactNode;
};

/** The authentication methods of the project: the buttons first, below them the forms. */
export function AuthMethods(props: AuthMethodsProps) {
  const { credentialEnabled, magicLinkEnabled, oauthProviders, passkeyEnabled } = useProject().config;
  const hasOAuth = oauthProviders.length > 0;
  const hasPasskey = passkeyEnabled && props.type === "sign-in";
  const hasButtons = hasOAuth || hasPasskey;
  const hasForms = magicLinkEnabled || credentialEnabled;
  if (!hasButtons && !hasForms) return <NoMethod />;
  return (
    <>
      {hasButtons && (
        <div className="flex flex-col gap-3">
          {hasOAuth && <OAuthButtons providers={oauthProviders} />}
          {hasPasskey && <PasskeyButton />}
        </div>
      )}
      {hasButtons && hasForms && <MethodDivider />}
      {hasForms && <EmailMethods {...props} />}
    </>
  );
}

function EmailMethods({ firstTab = "magic-link", passwordForm }: AuthMethodsProps) {
  const { credentialEnabled, magicLinkEnabled } = useProject().config;
  if (!magicLinkEnabled) return passwordForm;
  if (!credentialEnabled) return <MagicLinkSignIn />;
  const tabs = [
    { value: "magic-link", label: "Email code", content: <MagicLinkSignIn /> },
    { value: "password", label: "Email & password", content: passwordForm },
  ];
  return <Tabs label="Ways to continue" tabs={firstTab === "password" ? tabs.reverse() : tabs} />;
}

function MethodDivider() {
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      Or continue with
    </div>
  );
}

function NoMethod() {
  return (
    <p className="rounded-control bg-sunken px-4 py-6 text-center text-sm text-ink-soft">
      No authentication method enabled.
    </p>
  );
}
