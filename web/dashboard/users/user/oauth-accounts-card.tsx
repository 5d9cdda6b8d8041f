import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerOAuthProvider, ServerUser } from "../../../kit";
import { ProviderIcon, providerName } from "../../../react/components/provider-icon";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { RelativeTime } from "../../../ui/text/relative-time";
import { Row, RowAction, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { credentialsOptions, oauthAccountsOptions } from "./queries";
import { useUserWrites } from "./user-writes";

/** The accounts at OAuth providers that are linked with a user. */
export function OAuthAccountsCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: accounts } = useSuspenseQuery(oauthAccountsOptions(app, user));
  const { data: credentials } = useSuspenseQuery(credentialsOptions(app, user));
  const { write, confirmed } = useUserWrites(user);
  const [toUnlink, setToUnlink] = useState<ServerOAuthProvider>();

  const found = ({ id }: ServerOAuthProvider) => [
    `const account = await user.getOAuthProvider(${JSON.stringify(id)});`,
  ];
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
    <Card title={t("Linked accounts")} description={t("Accounts at OAuth providers, to sign in with or connected.")}>
      <RowList
        label={t("Linked accounts")}
        empty={t("No account is linked. Users link one when they sign in with a provider.")}
      >
        {accounts.map((account) => {
          const name = providerName(account.providerConfigId);
          return (
            <Row
              key={account.id}
              title={
                <>
                  <ProviderIcon id={account.type} />
                  {name}
                </>
              }
              badges={
                <>
                  {account.allowSignIn && <Badge tone="success">{t("Sign-in")}</Badge>}
                  {account.allowConnectedAccounts && <Badge>{t("Connected")}</Badge>}
                </>
              }
              detail={
                <>
                  {t.rich("{account}, linked {linked}", {
                    account: account.email ?? account.accountId,
                    linked: <RelativeTime at={account.createdAt} />,
                  })}
                  {account.allowConnectedAccounts && <Consents consents={credentials.consents.get(account.id) ?? []} />}
                </>
              }
              actions={
                <>
                  <RowAction
                    label={
                      account.allowSignIn
                        ? t("Not for sign-in: {name}", { name })
                        : t("Use for sign-in: {name}", { name })
                    }
                    onClick={() => switchSignIn(account)}
                  >
                    {account.allowSignIn ? t("Not for sign-in") : t("Use for sign-in")}
                  </RowAction>
                  <RowAction variant="ghost" label={t("Unlink {name}", { name })} onClick={() => setToUnlink(account)}>
                    {t("Unlink")}
                  </RowAction>
                </>
              }
            />
          );
        })}
      </RowList>
      {toUnlink && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setToUnlink(undefined)}
          title={t("Unlink {name}?", { name: providerName(toUnlink.providerConfigId) })}
          description={t(
            "The user can no longer sign in with this account, and your website can no longer use it. The account itself stays as it is.",
          )}
          confirmLabel={t("Unlink")}
          onConfirm={() =>
            confirmed({
              done: t("The account is unlinked."),
              before: found(toUnlink),
              call: ["account.delete"],
              run: () => toUnlink.delete(),
            })
          }
        />
      )}
    </Card>
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
