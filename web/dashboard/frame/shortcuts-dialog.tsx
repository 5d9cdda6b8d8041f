import { Fragment, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { Switch } from "../../ui/forms/switch";
import { Modal } from "../dialogs/modal";
import { msg } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { areSingleKeysOn, switchSingleKeys } from "./shortcuts";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const control = isApple ? "⌘" : "Ctrl";

const shortcuts = [
  { keys: [control, "K"], does: msg("Search everything, and run commands") },
  { keys: ["/"], does: msg("Search the list of the page, or everything") },
  { keys: ["?"], does: msg("Show the keyboard shortcuts") },
  { keys: [control, "S"], does: msg("Save what was changed") },
  { keys: ["⇧", msg("Click")], does: msg("Select all rows since the last one") },
];

/** Lists the keyboard shortcuts, and switches off those of a single key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Modal title={t("Keyboard shortcuts")} actions={<Button onClick={onClose}>{t("Done")}</Button>} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2.5 text-sm">
          {shortcuts.map(({ keys, does }) => (
            <Fragment key={does}>
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd key={key} className="rounded-sm bg-sunken px-1.5 py-0.5 font-sans text-2xs text-ink">
                    {key === "Click" ? t(key) : key}
                  </kbd>
                ))}
              </dt>
              <dd className="text-ink">{t(does)}</dd>
            </Fragment>
          ))}
        </dl>
        <Switch
          label={t("Shortcuts of a single key")}
          hint={t("Switch them off if speech input or your keyboard presses them by mistake.")}
          isOn={isOn}
          onSwitch={(isOn) => {
            switchSingleKeys(isOn);
            setIsOn(isOn);
          }}
        />
      </div>
    </Modal>
  );
}
