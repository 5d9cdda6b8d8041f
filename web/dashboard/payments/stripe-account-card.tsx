import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { StripeAccountInfo } from "../../kit";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/class-names";
import { useOwnedProject } from "../projects/use-owned-projects";
import { type Translate, useTranslation } from "../translation/use-translation";
import { usageOptions } from "../usage/queries";
import { stripeAccountOptions } from "./queries";

const guide = "https://github.com/gatehouse-auth/gatehouse/blob/main/docs/payments.md";

/** Shows how far the project's account at Stripe is, and the way to Stripe's page for the rest of it. */
export function StripeAccountCard() {
  const t = useTranslation();
  return (
    <Card
      title={t("Stripe account")}
      description={t.rich(
        "An account of your own at Stripe, to which customers pay. How to sell is in the {guideToPayments}.",
        {
          guideToPayments: (
            <a href={guide} target="_blank" rel="noreferrer" className={linkClasses}>
              {t("guide to payments")}
            </a>
          ),
        },
      )}
      actions={<ModeBadge />}
    >
      {/* As high as an account without details, so that the list below stays where it is when the account is read. */}
      <div className="flex min-h-24 flex-col items-start gap-4 text-sm text-ink-soft">
        <AccountState />
      </div>
    </Card>
  );
}

/** Shows whether money moves: purchases of test mode give customers the same, without a payment. */
function ModeBadge() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data, error } = useQuery(stripeAccountOptions(app));
  const { data: usage } = useQuery(usageOptions(app));
  if (usage?.takes_payments === false) return <Badge tone="warning">{t("Test mode only")}</Badge>;
  if (data === undefined || error) return null;
  if (data === null) return <Badge>{t("Not set up")}</Badge>;
  return data.charges_enabled ? (
    <Badge tone="success">{t("Takes payments")}</Badge>
  ) : (
    <Badge tone="warning">{t("Test mode only")}</Badge>
  );
}

function AccountState() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const account = useQuery(stripeAccountOptions(app));
  const usage = useQuery(usageOptions(app));
  const { mutateAsync: setUp } = useMutation({ mutationFn: () => app.setupPayments() });

  async function openStripe() {
    const { url } = await setUp();
    window.location.assign(url);
  }

  if (usage.data?.takes_payments === false) return <WithoutStripe />;
  if (account.isPending || usage.isPending) {
    return (
      <>
        <Spinner label={t("Loading the account")} className="sr-only" />
        <Skeleton className="h-10 w-full max-w-prose" />
        <Skeleton className="h-10 w-40" />
      </>
    );
  }
  if (account.isError) {
    return (
      <>
        <div className="w-full">
          <Alert tone="danger">{describeFailure(account.error, t)}</Alert>
        </div>
        <Button variant="secondary" onClick={() => account.refetch()}>
          {t("Try again")}
        </Button>
      </>
    );
  }
  if (!account.data) {
    return (
      <>
        <p className="max-w-prose">
          {t(
            "There is no account yet. Stripe asks for the details of your business and where to pay out, and leads back here.",
          )}
        </p>
        <Button onClick={openStripe}>{t("Set up payments")}</Button>
      </>
    );
  }
  const { details_submitted: hasDetails, charges_enabled: canCharge, payouts_enabled: canPayOut } = account.data;
  return (
    <>
      <p className="max-w-prose">{progressText(account.data, t)}</p>
      <ul aria-label={t("Abilities of the account")} className="flex flex-wrap gap-x-6 gap-y-2">
        <Ability name={t("Payments")} isOn={canCharge} />
        <Ability name={t("Payouts")} isOn={canPayOut} />
      </ul>
      {!hasDetails && <Button onClick={openStripe}>{t("Continue")}</Button>}
      {hasDetails && !(canCharge && canPayOut) && (
        <Button variant="secondary" onClick={openStripe}>
          {t("See what Stripe asks for")}
        </Button>
      )}
    </>
  );
}

function progressText(
  { details_submitted, charges_enabled, payouts_enabled }: StripeAccountInfo,
  t: Translate,
): string {
  if (!details_submitted) return t("Stripe still needs details of yours. Go on where you stopped.");
  if (charges_enabled && payouts_enabled) return t("Customers can pay, and Stripe pays out to your bank.");
  return t("Stripe is checking your details, or needs more of them.");
}

function Ability({ name, isOn }: { name: ReactNode; isOn: boolean }) {
  const t = useTranslation();
  return (
    <li className="flex items-center gap-2 text-ink">
      {name} <Badge tone={isOn ? "success" : "neutral"}>{isOn ? t("On") : t("Off")}</Badge>
    </li>
  );
}

function WithoutStripe() {
  const t = useTranslation();
  return (
    <div className="w-full">
      <Alert>
        <p className="font-medium">{t("This instance takes no payments: its operator has not configured Stripe.")}</p>
        <p className="mt-1">
          {t(
            "Purchases work in test mode, in which no money moves: open the link of a purchase in this browser, and choose “Buy in test mode”, or grant an offer to a customer here. The customer has what was bought at once.",
          )}
        </p>
      </Alert>
    </div>
  );
}
