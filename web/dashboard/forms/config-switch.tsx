import { useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Switch } from "../../ui/forms/switch";
import { useToast } from "../../ui/overlays/toast";
import { useTranslation } from "../translation/use-translation";
import { settingAt } from "./config-document";
import { useConfig, useSaveConfig } from "./use-config";

/** A switch of one setting. It shows the new state at once, and the old one again, with the reason, where that is refused. */
export function ConfigSwitch({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const isSaved = settingAt(useConfig(), path) === true;
  const [wanted, setWanted] = useState<boolean>();

  async function change(isOn: boolean) {
    if (wanted !== undefined) return;
    setWanted(isOn);
    try {
      await save({ [path]: isOn });
    } catch (error) {
      toast({ tone: "danger", message: describeFailure(error, t) });
    } finally {
      setWanted(undefined);
    }
  }

  return (
    <Switch
      label={label}
      hint={hint}
      isOn={wanted ?? isSaved}
      aria-busy={wanted !== undefined}
      onSwitch={(isOn) => void change(isOn)}
    />
  );
}
