import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { describe, it } from "vitest";
import * as kit from "..";

/** Returns what a component renders by itself, with mocked data only. */
async function show(content: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(content);
  await stream.allReady;
  return (await new Response(stream).text()).replaceAll(/<!--.*?-->/g, "");
}

const mockProject = {
  displayName: "Corner Shop",
  config: {
    credentialEnabled: true,
    magicLinkEnabled: true,
    clientTeamCreationEnabled: true,
    oauthProviders: [{ id: "google" }, { id: "github" }],
  },
};
const makers = { id: "t1", displayName: "Makers" };
const mockUser = { displayName: "Zoe", primaryEmail: "zoe@example.com", selectedTeam: makers };

const exported: Record<string, unknown> = { ...kit };

describe("the exports", () => {
  it.for([
    ["StackProvider", "GatehouseProvider"],
    ["StackHandler", "GatehouseHandler"],
    ["StackTheme", "GatehouseTheme"],
    ["StackClientApp", "GatehouseClientApp"],
    ["StackServerApp", "GatehouseServerApp"],
    ["StackAdminApp", "GatehouseAdminApp"],
    ["useStackApp", "useApp"],
  ] as const)("have %s beside %s", ([alias, name], { expect }) => {
    expect(exported[alias]).toBe(exported[name]);
    expect(exported[name]).toBeDefined();
  });

  it("have every page and part of the contract", ({ expect }) => {
    const names = [
      ...["AccountSettings", "AuthPage", "CliAuthConfirmation", "EmailVerification", "ForgotPassword"],
      ...["PasswordReset", "SignIn", "SignUp", "MagicLinkCallback", "TeamInvitation", "OAuthCallback", "SignOut"],
      ...["MultiFactor", "CredentialSignIn", "CredentialSignUp", "MagicLinkSignIn", "MessageCard", "OAuthButton"],
      ...["OAuthButtonGroup", "SelectedTeamSwitcher", "TeamSwitcher", "UserAvatar", "UserButton", "useUser"],
    ];
    expect(names.filter((name) => typeof exported[name] !== "function")).toEqual([]);
  });
});

describe("a component with mocked data", () => {
  it.for<[name: string, content: ReactNode, ...texts: string[]]>([
    ["SignIn", <kit.SignIn mockProject={mockProject} key="1" />, "Google", "Email code", "Corner Shop"],
    ["SignUp", <kit.SignUp mockProject={mockProject} firstTab="password" key="1" />, "Create your account"],
    ["AuthPage", <kit.AuthPage type="sign-up" mockProject={mockProject} key="1" />, "Create your account"],
    [
      "AccountSettings",
      <kit.AccountSettings mockUser={mockUser} mockProject={mockProject} key="1" />,
      "Zoe",
      "Profile",
    ],
    ["UserButton", <kit.UserButton mockUser={mockUser} showUserInfo key="1" />, "zoe@example.com"],
    ["OAuthButtonGroup", <kit.OAuthButtonGroup type="sign-in" mockProject={mockProject} key="1" />, "GitHub"],
    ["OAuthButton", <kit.OAuthButton type="sign-in" provider="gitlab" isMock key="1" />, "GitLab"],
    [
      "SelectedTeamSwitcher",
      <kit.SelectedTeamSwitcher mockUser={mockUser} mockTeams={[makers]} mockProject={mockProject} key="1" />,
      "Makers",
    ],
    ["UserAvatar", <kit.UserAvatar user={{ displayName: "Zoe" }} key="1" />, "ZO"],
    [
      "MessageCard",
      <kit.MessageCard title="Done" key="1">
        Text
      </kit.MessageCard>,
      "Done",
      "Text",
    ],
  ])("%s renders it without a provider, within a scope", async ([, content, ...texts], { expect }) => {
    const html = await show(content);
    for (const text of texts) expect(html).toContain(text);
    expect(html.startsWith('<div class="gatehouse stack-scope contents">')).toBe(true);
  });
});
