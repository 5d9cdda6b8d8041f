import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../ui/buttons/button";
import { TextAreaField } from "../../../ui/forms/text-field";
import { DropdownMenu, MenuItem } from "../../../ui/overlays/dropdown-menu";
import { useTranslation } from "../../translation/use-translation";
import { type Insertion, inserted } from "./text-source";

/** The longest text, in characters: its source holds it twice, in up to 200,000. */
const maxLength = 50_000;

/** Edits the text of an email, with buttons for what Markdown writes by signs, and for what differs from user to user. */
export function TextEditor({
  text,
  error,
  onChange,
}: {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const t = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const buttons = [
    { insertion: "heading", label: t("Heading") },
    { insertion: "bold", label: t("Bold") },
    { insertion: "italic", label: t("Italic") },
    { insertion: "list", label: t("List") },
    { insertion: "link", label: t("Link") },
    { insertion: "button", label: t("Button") },
    { insertion: "line", label: t("Line") },
  ] as const;

  function insert(insertion: Insertion) {
    if (!area.current) return;
    const { selectionStart, selectionEnd } = area.current;
    const next = inserted({ text, start: selectionStart, end: selectionEnd }, insertion, t("Text"));
    // The selection is of the text that is there now.
    flushSync(() => onChange(next.text));
    area.current.focus();
    area.current.setSelectionRange(next.start, next.end);
  }

  return (
    <div className="flex flex-col gap-2">
      <div role="toolbar" aria-label={t("Insert")} className="flex flex-wrap gap-1">
        {buttons.map(({ insertion, label }) => (
          <Button key={insertion} variant="secondary" size="small" onClick={() => insert(insertion)}>
            {label}
          </Button>
        ))}
        <DropdownMenu
          align="start"
          trigger={
            <Button variant="secondary" size="small">
              {t("Variable")}
            </Button>
          }
        >
          <MenuItem onSelect={() => insert(`{{user.displayName|${t("you")}}}`)}>{t("Name of the user")}</MenuItem>
          <MenuItem onSelect={() => insert("{{project.displayName}}")}>{t("Name of the project")}</MenuItem>
        </DropdownMenu>
      </div>
      <TextAreaField
        ref={area}
        label={t("Text of the email")}
        hint={t("Markdown: # heading, **bold**, *italic*, - list, [link](https://…). A blank line begins a paragraph.")}
        error={error}
        rows={14}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
