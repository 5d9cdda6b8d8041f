import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { useTranslation } from "../../ui/translation/use-translation";
import { PaymentOutcome } from "./payment-outcome";
import { confirm, loadStripeFor, type StripeAccess } from "./stripe-form";

interface PaymentElementProps {
  fullCode: string;
  access: StripeAccess;
  makeForm: (stripe: Stripe) => StripeElements;
  label: string;
  /** Begins the payment. @returns its secret; null where nothing has to be paid */
  begin: () => Promise<string | null>;
  describe: (error: unknown) => string;
  onDone: () => void;
}

type Loaded = { stripe: Stripe; elements: StripeElements };

/** The provider's form for cards and other means of payment, with a button that pays. */
export function PaymentElement({ fullCode, access, makeForm, label, begin, describe, onDone }: PaymentElementProps) {
  const t = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Loaded | "failed">();
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [isPaying, setIsPaying] = useState(false);
  const [isProcessing, setIsProcessing] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another form, by its key
  useEffect(() => {
    let form: { unmount(): void } | undefined;
    let isShown = true;
    const show = async () => {
      const stripe = await loadStripeFor(access, t.language);
      if (!isShown || !container.current) return;
      const elements = makeForm(stripe);
      const element = elements.create("payment");
      element.on("ready", () => isShown && setLoaded({ stripe, elements }));
      element.on("loaderror", () => isShown && setLoaded("failed"));
      element.mount(container.current);
      form = element;
    };
    show().catch(() => isShown && setLoaded("failed"));
    return () => {
      isShown = false;
      form?.unmount();
    };
  }, [attempt]);

  if (isProcessing) return <PaymentOutcome fullCode={fullCode} outcome="processing" />;
  if (loaded === "failed") {
    const retry = () => {
      setLoaded(undefined);
      setAttempt(attempt + 1);
    };
    return (
      <div className="flex flex-col gap-3">
        <Alert tone="danger">
          {t(
            "The form for the payment could not be loaded. Check your connection, and whether something blocks Stripe.",
          )}
        </Alert>
        <Button variant="secondary" onClick={retry}>
          {t("Try again")}
        </Button>
      </div>
    );
  }

  const pay = async ({ stripe, elements }: Loaded) => {
    const { error } = await elements.submit();
    if (error) return setProblem(error.message);
    const clientSecret = await begin();
    if (clientSecret === null) return onDone();
    const confirmed = await confirm(stripe, elements, clientSecret);
    if ("problem" in confirmed) return setProblem(confirmed.problem || t("The payment did not succeed"));
    if (confirmed.outcome === "processing") setIsProcessing(true);
    else onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!loaded || isPaying) return;
    setProblem(undefined);
    setIsPaying(true);
    try {
      await pay(loaded);
    } catch (error) {
      setProblem(describe(error));
    } finally {
      setIsPaying(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="relative min-h-44">
        {!loaded && <Skeleton className="absolute inset-0" />}
        <div ref={container} />
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Button type="submit" isPending={isPaying} disabled={!loaded}>
        {label}
      </Button>
    </form>
  );
}
