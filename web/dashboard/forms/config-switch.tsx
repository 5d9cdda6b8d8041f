import { useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Switch } from "../../ui/forms/switch";
import { useToast } from "../../ui/overlays/toast";
import { useTranslation } from "../translation/use-translation";
import { settingAt } from "./config-document";
import { useConfig, useSaveConfig } from "./use-config";

/** A switch of one setting. It shows the new state at once, and the old one again, with the reason, where that is refused. */
export function ConfigSwitch({ path, label, hint }: { path: string; label: string; hint?: string }) {
  const { isOn, isBusy, change } = useConfigSwitch(path);
  return <Switch label={label} hint={hint} isOn={isOn} aria-busy={isBusy} onSwitch={(isOn) => void change(isOn)} />;
}

/** Returns the state of such a switch, and what changes it. */
export function useConfigSwitch(path: string) {
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

  return { isOn: wanted ?? isSaved, isBusy: wanted !== undefined, change };
}
