import { useQueryClient } from "@tanstack/react-query";
import { Switch } from "../../ui/forms/switch";
import { useAsk } from "../dialogs/modal";
import { useConfigSwitch } from "../forms/config-form";
import { metricsOptions } from "../metrics/queries";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

/** The switch of a sign-in method. Where users have the method, it asks before it goes off: they may have no other. */
export function MethodSwitch({
  method,
  label,
  hint,
}: {
  method: "password" | "otp" | "passkey";
  label: string;
  hint: string;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const { isOn, isBusy, change } = useConfigSwitch(`auth.${method}.allowSignIn`);
  const ask = useAsk();

  async function switchOff() {
    const metrics = await queryClient.fetchQuery(metricsOptions(app)).catch(() => undefined);
    const users = metrics && (metrics.login_methods.find((each) => each.method === method)?.count ?? 0);
    if (users === 0) return change(false);
    ask({
      title: t("Switch off “{name}”?", { name: label }),
      description: (
        <>
          {users !== undefined &&
            `${t("{count, plural, one {# user has} other {# users have}} this method.", { count: users })} `}
          {t("Users who have no other method cannot sign in while it is off. Those who are signed in stay so.")}
        </>
      ),
      confirmLabel: t("Switch off"),
      mutationFn: () => change(false),
    });
  }

  return (
    <Switch
      label={label}
      hint={hint}
      isOn={isOn}
      aria-busy={isBusy}
      onSwitch={(isOn) => void (isOn ? change(true) : switchOff())}
    />
  );
}
