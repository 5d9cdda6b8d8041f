import { useEffect, useState } from "react";
import type { CurrentUser, OAuthProvider } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { useToast } from "../../../../ui/overlays/toast";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { ProviderIcon, providerName } from "../../../components/provider-icon";
import { describeFailure } from "../../../errors/describe-failure";
import { useMutation } from "../../../queries/query-hooks";
import { CardList } from "../parts/card-list";
import type { SectionProps } from "../section";
import { useSignInState } from "./use-sign-in-state";

/** Accounts at other services; nothing where the project offers none and the user has none. */
export function LinkedAccountsCard(props: SectionProps) {
  const t = useTranslation();
  const { user, project } = props;
  const { links, hasOneMethod } = useSignInState(props);
  const unlinked = project.config.oauthProviders.filter(
    ({ id }) => !links.some(({ providerConfigId }) => providerConfigId === id),
  );
  if (links.length === 0 && unlinked.length === 0) return null;

  return (
    <Card title={t("Linked accounts")} description={t("Accounts at other services that belong to you.")}>
      <CardList label={t("Linked accounts")}>
        {links.map((link) => (
          <LinkedRow key={link.id} link={link} isOnlyMethod={hasOneMethod && link.allowSignIn} />
        ))}
        {unlinked.map(({ id }) => (
          <UnlinkedRow key={id} user={user} provider={id} />
        ))}
      </CardList>
    </Card>
  );
}

function LinkedRow({ link, isOnlyMethod }: { link: OAuthProvider; isOnlyMethod: boolean }) {
  const t = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const name = providerName(link.type);

  return (
    <li className="flex items-center gap-3.5 py-3">
      <ProviderIcon id={link.type} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="text-sm font-medium text-ink">{name}</span>
          {link.allowSignIn && <Badge>{t("Used for sign-in")}</Badge>}
        </span>
        {link.email && <span className="text-sm wrap-anywhere text-ink-soft">{link.email}</span>}
        <span className="text-2xs text-ink-soft">
          {isOnlyMethod
            ? t("Your only way to sign in, so it cannot be disconnected.")
            : t.rich("Connected {time}", { time: <RelativeTime at={link.createdAt} /> })}
        </span>
      </div>
      {!isOnlyMethod && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t("Disconnect {provider}", { provider: name })}
          onClick={() => setIsAsking(true)}
        >
          {t("Disconnect")}
        </Button>
      )}
      <ConfirmMutation
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={
          link.email
            ? t("Disconnect your {provider} account {email}?", { provider: name, email: link.email })
            : t("Disconnect your {provider} account?", { provider: name })
        }
        description={
          link.allowSignIn
            ? t("You will not be able to sign in with it any more. The account itself stays as it is.")
            : t("The account itself stays as it is.")
        }
        confirmLabel={t("Disconnect")}
        mutationFn={() => link.delete()}
        successMessage={
          link.email
            ? t("Your {provider} account {email} is disconnected.", { provider: name, email: link.email })
            : t("Your {provider} account is disconnected.", { provider: name })
        }
      />
    </li>
  );
}

function UnlinkedRow({ user, provider }: { user: CurrentUser; provider: string }) {
  const t = useTranslation();
  const toast = useToast();
  const name = providerName(provider);
  const { mutate, isPending, reset } = useMutation({
    mutationFn: () => user.getConnectedAccount(provider, { or: "redirect" }),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });

  useEffect(() => {
    // Back from the provider by the browser's own button, the page may be restored with its pending button.
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, [reset]);

  return (
    <li className="flex items-center gap-3.5 py-3">
      <ProviderIcon id={provider} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-sm font-medium text-ink">{name}</span>
        <span className="text-2xs text-ink-soft">{t("Not connected")}</span>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={t("Connect {provider}", { provider: name })}
        isPending={isPending}
        onClick={() => mutate()}
      >
        {t("Connect")}
      </Button>
    </li>
  );
}
