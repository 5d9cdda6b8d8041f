import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "../../ui/forms/checkbox";
import { useTranslation } from "../translation/use-translation";

/** Settings of a user's primary email; disabled while the user has none. */
export function EmailCheckboxes({
  hasEmail,
  isForSignIn,
  isVerified,
}: {
  hasEmail: boolean;
  isForSignIn: UseFormRegisterReturn;
  isVerified: UseFormRegisterReturn;
}) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={t("Used for sign-in")}
        hint={t("The user can sign in with this address.")}
        disabled={!hasEmail}
        {...isForSignIn}
      />
      <Checkbox
        label={t("Verified")}
        hint={t("You know that the address belongs to the user.")}
        disabled={!hasEmail}
        {...isVerified}
      />
    </div>
  );
}
