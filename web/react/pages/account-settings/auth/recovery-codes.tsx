import { useState } from "react";
import type { CurrentUser } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { useApp } from "../../../hooks/use-app";
import { recoveryCodeOptions } from "../../../queries/account-queries";
import { useMutation, useSuspenseQuery } from "../../../queries/query-hooks";

const codesPerUser = 10;
/** From this many on, the user is asked to make new ones. */
const fewCodes = 3;

/** How many recovery codes are left, and new ones in their place. */
export function RecoveryCodes({ user, onCreated }: { user: CurrentUser; onCreated: (codes: string[]) => void }) {
  const t = useTranslation();
  const { data: remaining } = useSuspenseQuery(recoveryCodeOptions(useApp(), user));
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useMutation({ mutationFn: () => user.createRecoveryCodes(), onSuccess: onCreated });

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-medium text-ink">
          {t("Recovery codes")}
          <Badge tone={remaining > fewCodes ? "neutral" : "warning"}>
            {t("{remaining} of {total} left", { remaining, total: codesPerUser })}
          </Badge>
        </span>
        <span className="text-sm text-ink-soft">
          {remaining === 0
            ? t("Without them, a lost authenticator app locks you out of your account.")
            : t("Each signs you in once without your authenticator app.")}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={() => (remaining === 0 ? mutateAsync() : setIsAsking(true))}>
        {t("Make new codes")}
      </Button>
      <ConfirmMutation
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t("Make new recovery codes?")}
        description={t("The codes that you have saved before stop working.")}
        confirmLabel={t("Make new codes")}
        confirmVariant="primary"
        mutationFn={() => mutateAsync()}
      />
    </div>
  );
}
