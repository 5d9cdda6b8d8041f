import { useState } from "react";
import { SearchField } from "../../ui/forms/search-field";
import list from "../../ui/translation/messages.json?raw";
import { Modal } from "../dialogs/modal";
import { type Translate, useTranslation } from "../translation/use-translation";
import { findTexts, signInFirst } from "./appearance-form";

/** The English texts themselves, in whose place the build writes ids. */
const messages = Object.keys(JSON.parse(list));

/** As many as a search shows at once. */
const maxShown = 50;

interface ChooseTextDialogProps {
  /** The texts that are replaced already. */
  taken: readonly string[];
  onChoose: (original: string) => void;
  onClose: () => void;
}

/** Finds the text of the pages that is to be replaced. */
export function ChooseTextDialog({ taken, onChoose, onClose }: ChooseTextDialogProps) {
  const t = useTranslation();
  const [search, setSearch] = useState("");
  const found = findTexts(signInFirst(messages.filter((text) => !taken.includes(text))), search);
  const shown = found.slice(0, maxShown);
  return (
    <Modal
      title={t("Choose a text")}
      description={t("All texts of the pages and components, in English.")}
      closing={t("Cancel")}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <SearchField label={t("Search texts")} value={search} onSearch={setSearch} />
        <p role="status" className="text-sm text-ink-soft">
          {countText(shown.length, found.length, t)}
        </p>
        {shown.length > 0 && (
          <ul className="flex h-72 flex-col divide-y divide-line overflow-y-auto rounded-control border border-line">
            {shown.map((text) => (
              <li key={text}>
                <button
                  type="button"
                  onClick={() => onChoose(text)}
                  className="min-h-11 w-full px-3 py-2 text-start text-sm wrap-anywhere text-ink hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

function countText(shown: number, found: number, t: Translate): string {
  if (found === 0) return t("No text has all of these words.");
  return found > shown
    ? t("{shown} of {found} texts. Search for more.", { shown, found })
    : t("{count, plural, one {# text} other {# texts}}", { count: found });
}
