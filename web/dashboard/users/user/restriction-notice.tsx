import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./part-props";

const LiftRestrictionDialog = lazy(() => import("./lift-restriction-dialog"));

/** Says that the user is restricted, since when and why, and lifts it. */
export function RestrictionNotice(props: PartProps) {
  const t = useTranslation();
  const { restrictedAt, reason } = props.restriction;
  const [isLifting, setIsLifting] = useState(false);
  if (restrictedAt === null) return null;
  return (
    <Alert tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <p className="font-medium">
            {t.rich("This user cannot sign in: restricted {since}.", { since: <RelativeTime at={restrictedAt} /> })}
          </p>
          {reason !== null && <p className="whitespace-pre-wrap">{reason}</p>}
        </div>
        <Button variant="secondary" size="small" onClick={() => setIsLifting(true)}>
          {t("Lift restriction")}
        </Button>
      </div>
      <Suspense>{isLifting && <LiftRestrictionDialog {...props} onClose={() => setIsLifting(false)} />}</Suspense>
    </Alert>
  );
}
