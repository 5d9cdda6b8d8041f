import { type ReactNode, Suspense } from "react";
import { Skeleton } from "../../ui/feedback/spinner";
import { LanguageButton as PlainLanguageButton } from "../../ui/forms/language-button";
import { CenteredPage } from "../../ui/layout/centered-page";
import { type MessageCardProps as CardProps, MessageCard as PlainMessageCard } from "../../ui/layout/message-card";
import { lazyComponent } from "../components/lazy-component";
import { OAuthButtons } from "../components/oauth-buttons";
import { Recoverable } from "../components/recoverable";
import {
  SelectedTeamSwitcher as PlainSelectedTeamSwitcher,
  TeamSwitcher as PlainTeamSwitcher,
  type SelectedTeamSwitcherProps as SelectedProps,
  type TeamSwitcherProps as SwitcherProps,
} from "../components/team-switcher";
import {
  type UserButtonProps as ButtonProps,
  UserAvatar as PlainUserAvatar,
  UserButton as PlainUserButton,
  type UserAvatarProps,
} from "../components/user-button";
import { WithSession } from "../hooks/server-rendering";
import { useProject } from "../hooks/use-project";
import type { MockedData } from "../mock/mock-responses";
import { Mocked } from "../mock/mocked";
import { Scoped } from "../theme/gatehouse-theme";
import type { PageProps } from "./pages";

// These are the parts of our pages, each for a page of the website's own. Forms are loaded when they are shown, because a library
// makes most of their size. A website that imports the menu of signed-in users has no use for that library.

const CredentialSignInForm = /* @__PURE__ */ lazyComponent(
  "credential sign-in",
  async () => (await import("../forms/credential-sign-in")).CredentialSignIn,
);
const CredentialSignUpForm = /* @__PURE__ */ lazyComponent(
  "credential sign-up",
  async () => (await import("../forms/credential-sign-up")).CredentialSignUp,
);
const MagicLinkForm = /* @__PURE__ */ lazyComponent(
  "magic link sign-in",
  async () => (await import("../pages/parts/magic-link-sign-in")).MagicLinkSignIn,
);

/** Email and password of an existing account. */
export function CredentialSignIn() {
  return (
    <Part loading={<LoadingForm />}>
      <CredentialSignInForm />
    </Part>
  );
}

export type CredentialSignUpProps = {
  /** Has no effect: there is no second password field. Websites that move over may pass it. */
  noPasswordRepeat?: boolean;
};

/** Email and password of a new account. */
export function CredentialSignUp(_props: CredentialSignUpProps) {
  return (
    <Part loading={<LoadingForm />}>
      <CredentialSignUpForm />
    </Part>
  );
}

/** Signs in by an email with a link and a code. */
export function MagicLinkSignIn() {
  return (
    <Part loading={<LoadingForm />}>
      <MagicLinkForm />
    </Part>
  );
}

export type MessageCardProps = CardProps & PageProps;

/** One message with up to two buttons. */
export function MessageCard({ fullPage = false, ...card }: MessageCardProps) {
  const content = <PlainMessageCard {...card} />;
  return <Part>{fullPage ? <CenteredPage brand={null}>{content}</CenteredPage> : content}</Part>;
}

/** Names the language, and has people choose another one; nothing where the provider fixes it by `lang` alone. */
export function LanguageButton() {
  return (
    <Part>
      <PlainLanguageButton />
    </Part>
  );
}

export type OAuthButtonProps = {
  /** The provider's id, such as `google`. */
  provider: string;
  type: "sign-in" | "sign-up";
  /** Does nothing when it is clicked. */
  isMock?: boolean;
};

/** A button that leads to one provider's sign-in. */
export function OAuthButton({ provider, isMock = false }: OAuthButtonProps) {
  return (
    <Part mock={isMock ? { mockProject: {} } : {}} loading={<LoadingButton />}>
      <OAuthButtons providers={[{ id: provider }]} />
    </Part>
  );
}

export type OAuthButtonGroupProps = { type: "sign-in" | "sign-up" } & Pick<MockedData, "mockProject">;

/** A button for each provider that the project has enabled. */
export function OAuthButtonGroup({ mockProject }: OAuthButtonGroupProps) {
  return (
    <Part mock={{ mockProject }} loading={<LoadingButton />}>
      <EnabledProviders />
    </Part>
  );
}

function EnabledProviders() {
  const { oauthProviders } = useProject().config;
  return oauthProviders.length > 0 && <OAuthButtons providers={oauthProviders} />;
}

export type UserButtonProps = ButtonProps & Pick<MockedData, "mockUser">;

/** The user's image with a menu: account settings, the website's own items and sign-out, or sign-in without a user. */
export function UserButton({ mockUser, ...props }: UserButtonProps) {
  return (
    <Part mock={{ mockUser }} loading={<Skeleton className="size-8.5 rounded-full" />}>
      <PlainUserButton {...props} />
    </Part>
  );
}

/** A user's image, else the first two letters of their name or address, else an icon. Decorative. */
export function UserAvatar(props: UserAvatarProps) {
  return (
    <Part>
      <PlainUserAvatar {...props} />
    </Part>
  );
}

type MockedTeams = Pick<MockedData, "mockUser" | "mockTeams" | "mockProject">;

export type TeamSwitcherProps<AllowNull extends boolean = false> = SwitcherProps<AllowNull> & MockedTeams;

/** A menu of the user's teams; nothing without a user. */
export function TeamSwitcher<AllowNull extends boolean = false>({
  mockUser,
  mockTeams,
  mockProject,
  ...props
}: TeamSwitcherProps<AllowNull>) {
  return (
    <Part mock={{ mockUser, mockTeams, mockProject }} loading={<LoadingButton />}>
      <PlainTeamSwitcher {...(props as SwitcherProps)} />
    </Part>
  );
}

export type SelectedTeamSwitcherProps<AllowNull extends boolean = false> = SelectedProps<AllowNull> & MockedTeams;

/** A menu that selects one of the user's teams, and may lead to its page. */
export function SelectedTeamSwitcher<AllowNull extends boolean = false>({
  mockUser,
  mockTeams,
  mockProject,
  ...props
}: SelectedTeamSwitcherProps<AllowNull>) {
  return (
    <Part mock={{ mockUser, mockTeams, mockProject }} loading={<LoadingButton />}>
      <PlainSelectedTeamSwitcher {...(props as SelectedProps)} />
    </Part>
  );
}

function LoadingButton() {
  return <Skeleton className="h-10 min-w-56" />;
}

/** Of the height of a field with its button. */
function LoadingForm() {
  return <Skeleton className="h-32 w-full" />;
}

/** A component that a website uses by itself: with its theme, and with a state for loading and for failing. */
function Part({
  mock = {},
  loading,
  children,
}: {
  mock?: MockedData;
  /** Has the size of the component. */
  loading?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Scoped>
      <Mocked mock={mock}>
        <Recoverable>
          <Suspense fallback={loading}>
            <WithSession loading={loading}>{children}</WithSession>
          </Suspense>
        </Recoverable>
      </Mocked>
    </Scoped>
  );
}
