import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Passkey, ServerOAuthProvider, ServerUser } from "../../../kit/index";
import { ProviderIcon, providerName } from "../../../react/components/provider-icon";
import { checkNewPassword } from "../../../react/forms/credential-rules";
import { FormCard } from "../../../react/forms/form-card";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Switch } from "../../../ui/forms/switch";
import { PasswordField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { hidden } from "../../code/written-code";
import { fieldsOf } from "../../dialogs/fields";
import { signInChannel } from "../../email-links/sign-in-channel";
import { ListCard } from "../../lists/list-end";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { userName } from "../queries";
import { refusedField } from "../user-fields";
import type { PartProps } from "./parts";
import { credentialsOptions, oauthAccountsOptions, passkeysOptions, useUserWrites } from "./queries";

/** Shows what the user signs in with, each with what changes it. */
export function CredentialCards({ user, channels }: Pick<PartProps, "user" | "channels">) {
  return (
    <>
      <PasswordForm user={user} />
      <EmailCodeCard user={user} channels={channels} />
      <PasskeysCard user={user} />
      <SecondFactorCard user={user} />
      <OAuthAccountsCard user={user} />
    </>
  );
}

function EmailCodeCard({ user, channels }: Pick<PartProps, "user" | "channels">) {
  const t = useTranslation();
  const { attempt } = useUserWrites(user);
  const isUnlessOff = !user.otpAuthSwitchedOff && !signInChannel(channels)?.isProvenByEmailAlone;
  const [wanted, setWanted] = useState<boolean>();

  async function switchTo(isOn: boolean) {
    if (wanted !== undefined) return;
    setWanted(isOn);
    await attempt({
      call: ["user.update", { otpAuthEnabled: isOn }],
      run: () => user.update({ otpAuthEnabled: isOn }),
    });
    setWanted(undefined);
  }

  return (
    <Card title={t("Email code and magic link")}>
      <Switch
        label={t("Sign-in by email")}
        hint={t("With the addresses of the user that are used for sign-in.")}
        isOn={wanted ?? (user.otpAuthEnabled || isUnlessOff)}
        aria-busy={wanted !== undefined}
        onSwitch={(isOn) => void switchTo(isOn)}
      />
    </Card>
  );
}

function PasskeysCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const passkeys = useRead(passkeysOptions, user);
  const { ask } = useUserWrites(user);
  const askToRemove = (passkey: Passkey) =>
    ask({
      title: t("Remove {name}?", { name: passkey.name }),
      description: t("The user can no longer sign in with this passkey. They can add it again."),
      confirmLabel: t("Remove passkey"),
      done: t("{name} is removed.", { name: passkey.name }),
      before: [`const passkey = (await user.listPasskeys()).find(({ id }) => id === ${JSON.stringify(passkey.id)});`],
      call: ["passkey.delete"],
      run: () => passkey.delete(),
    });
  return (
    <ListCard
      title={t("Passkeys")}
      description={t("Users add passkeys in their account settings.")}
      empty={t("The user has no passkeys.")}
      rows={passkeys.map((passkey) => ({
        id: passkey.id,
        title: passkey.name,
        detail: passkey.lastUsedAt
          ? t.rich("Added {added}, last used {used}", {
              added: <RelativeTime at={passkey.createdAt} />,
              used: <RelativeTime at={passkey.lastUsedAt} />,
            })
          : t.rich("Added {added}, not used yet", { added: <RelativeTime at={passkey.createdAt} /> }),
        buttons: [
          { text: t("Remove"), label: t("Remove {name}", { name: passkey.name }), onClick: () => askToRemove(passkey) },
        ],
      }))}
    />
  );
}

/** Asks whether to switch the second factor of a user off. */
export function useSecondFactorOff(user: ServerUser): () => unknown {
  const t = useTranslation();
  const { ask } = useUserWrites(user);
  return () =>
    ask({
      title: t("Switch the second factor off?"),
      description: t(
        "For users who lost their authenticator app. Make sure that it is them who ask for it: their recovery codes end as well.",
      ),
      confirmLabel: t("Switch off"),
      done: t("The second factor is off."),
      call: ["user.update", { totpMultiFactorSecret: null }],
      run: () => user.update({ totpMultiFactorSecret: null }),
    });
}

function SecondFactorCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const credentials = useRead(credentialsOptions, user);
  const askToSwitchOff = useSecondFactorOff(user);
  return (
    <Card
      title={t("Second factor")}
      description={t("A code of an authenticator app, which users set up in their account settings.")}
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <Badge tone={user.isMultiFactorRequired ? "success" : "neutral"}>
            {user.isMultiFactorRequired ? t("On") : t("Off")}
          </Badge>
          {user.isMultiFactorRequired &&
            t("{count, plural, =0 {No recovery codes left} one {# recovery code left} other {# recovery codes left}}", {
              count: credentials.remainingRecoveryCodes,
            })}
        </div>
        {user.isMultiFactorRequired && (
          <Button variant="secondary" size="small" onClick={askToSwitchOff}>
            {t("Switch off")}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Sets, replaces and removes the password of a user. */
function PasswordForm({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  const { write, ask } = useUserWrites(user);
  const form = useForm({ defaultValues: { password: "" } });
  const field = fieldsOf(form);
  const { reset } = form;
  // An existing password can be replaced even while sign-in with a password is disabled.
  const canSet = user.hasPassword || config.credentialEnabled;
  const askToRemove = () =>
    ask({
      title: t("Remove the password of {name}?", { name: userName(user, t) }),
      description: t("All sessions of the user end, and they can only sign in with another method."),
      confirmLabel: t("Remove password"),
      done: t("The password is removed."),
      call: ["user.update", { password: null }],
      run: () => user.update({ password: null }),
    });

  return (
    <FormCard
      form={form}
      title={t("Password")}
      description={
        canSet
          ? t("Setting a password ends all sessions of the user.")
          : t("Sign-in with a password is disabled in this project.")
      }
      saveLabel={user.hasPassword ? t("Replace password") : t("Set password")}
      savedMessage={t("Password saved.")}
      onSave={async ({ password }) => {
        await write({
          call: ["user.update", { password: hidden("NEW_PASSWORD") }],
          run: () => user.update({ password }),
        });
        reset();
      }}
      explain={refusedField(t, "password")}
    >
      <PasswordField
        label={t("New password")}
        disabled={!canSet}
        {...field("password", { validate: checkNewPassword(t) })}
        autoComplete="new-password"
      />
      {user.hasPassword && (
        <Button variant="secondary" size="small" className="self-start" onClick={askToRemove}>
          {t("Remove password")}
        </Button>
      )}
    </FormCard>
  );
}

/** The accounts at OAuth providers that are linked with a user. */
export function OAuthAccountsCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const accounts = useRead(oauthAccountsOptions, user);
  const credentials = useRead(credentialsOptions, user);
  const { write, ask } = useUserWrites(user);

  const found = ({ id }: ServerOAuthProvider) => [
    `const account = await user.getOAuthProvider(${JSON.stringify(id)});`,
  ];
  const askToUnlink = (account: ServerOAuthProvider) =>
    ask({
      title: t("Unlink {name}?", { name: providerName(account.providerConfigId) }),
      description: t(
        "The user can no longer sign in with this account, and your website can no longer use it. The account itself stays as it is.",
      ),
      confirmLabel: t("Unlink"),
      done: t("The account is unlinked."),
      before: found(account),
      call: ["account.delete"],
      run: () => account.delete(),
    });
  const switchSignIn = (account: ServerOAuthProvider) => {
    const changes = { allowSignIn: !account.allowSignIn };
    return write({
      before: found(account),
      call: ["account.update", changes],
      run: async () => {
        const result = await account.update(changes);
        if (result.status === "error") throw result.error;
      },
    });
  };

  return (
    <ListCard
      title={t("Linked accounts")}
      description={t("Accounts at OAuth providers, to sign in with or connected.")}
      empty={t("No account is linked. Users link one when they sign in with a provider.")}
      rows={accounts.map((account) => {
        const name = providerName(account.providerConfigId);
        return {
          id: account.id,
          title: (
            <>
              <ProviderIcon id={account.type} />
              {name}
            </>
          ),
          badges: (
            <>
              {account.allowSignIn && <Badge tone="success">{t("Sign-in")}</Badge>}
              {account.allowConnectedAccounts && <Badge>{t("Connected")}</Badge>}
            </>
          ),
          detail: (
            <>
              {t.rich("{account}, linked {linked}", {
                account: account.email ?? account.accountId,
                linked: <RelativeTime at={account.createdAt} />,
              })}
              {account.allowConnectedAccounts && <Consents consents={credentials.consents.get(account.id) ?? []} />}
            </>
          ),
          buttons: [
            {
              text: account.allowSignIn ? t("Not for sign-in") : t("Use for sign-in"),
              label: account.allowSignIn
                ? t("Not for sign-in: {name}", { name })
                : t("Use for sign-in: {name}", { name }),
              onClick: () => switchSignIn(account),
            },
            {
              text: t("Unlink"),
              label: t("Unlink {name}", { name }),
              variant: "ghost",
              onClick: () => askToUnlink(account),
            },
          ],
        };
      })}
    />
  );
}

interface Consent {
  readonly scopes: readonly string[];
  readonly givenAt: Date;
  readonly isUsable: boolean;
}

/** Shows what the project may do with an account at its provider. */
function Consents({ consents }: { consents: readonly Consent[] }) {
  const t = useTranslation();
  if (consents.length === 0) {
    return (
      <span className="block">{t("No token is stored. There is one once the user signs in with the provider.")}</span>
    );
  }
  return consents.map(({ scopes, givenAt, isUsable }) => (
    <span key={`${givenAt.getTime()} ${scopes.join(" ")}`} className="mt-1 flex flex-wrap items-center gap-1.5">
      {t.rich("Connected {time}, with the scopes", { time: <RelativeTime at={givenAt} /> })}
      {scopes.map((scope) => (
        <code key={scope} className="rounded-control bg-sunken px-1.5 py-0.5 font-mono text-xs text-ink wrap-anywhere">
          {scope}
        </code>
      ))}
      {!isUsable && <Badge tone="warning">{t("Expired")}</Badge>}
    </span>
  ));
}
