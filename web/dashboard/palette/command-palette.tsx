import SearchIcon from "lucide-react/icons/search";
import { useContext, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Input, TextField } from "react-aria-components/TextField";
import { createPortal } from "react-dom";
import { useModal } from "../../ui/overlays/use-modal";
import { Name } from "../../ui/text/name";
import { PortalScope } from "../../ui/theme/scope";
import { OwnedProjectContext } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import type { Command } from "./ranking";
import { type FoundCommands, useCommands, useOwnerCommands } from "./use-commands";

/** Searches what the pages of a project offer, or the pages outside of all projects. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const isInProject = useContext(OwnedProjectContext) !== undefined;
  return (
    <Palette
      useFound={isInProject ? useCommands : useOwnerCommands}
      placeholder={
        isInProject ? t("Search sections, settings, users, teams and actions") : t("Search projects and actions")
      }
      nothing={
        isInProject
          ? t("Nothing found. Search for a section, a setting, an action, or the name of a user or a team.")
          : t("Nothing found. Search for an action, or the name of a project.")
      }
      onClose={onClose}
    />
  );
}

interface PaletteProps {
  /** Finds the commands of a search, always by the same hook. */
  useFound: (query: string) => FoundCommands;
  placeholder: string;
  /** Said where nothing is found. */
  nothing: string;
  onClose: () => void;
}

/** A field with a list of what it finds, in a modal dialog. */
function Palette({ useFound, placeholder, nothing, onClose }: PaletteProps) {
  const t = useTranslation();
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const [text, setText] = useState("");
  const { groups, isSearching } = useFound(text.trim());
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  useModal(dialog, onClose);

  function run(command: Command) {
    onClose();
    // Once the dialog has returned the focus, which the page that opens takes.
    queueMicrotask(command.run);
  }

  return createPortal(
    <PortalScope>
      <dialog
        ref={setDialog}
        aria-label={t("Search and commands")}
        onMouseDown={(event) => event.target === event.currentTarget && onClose()}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none items-start justify-center bg-transparent p-4 animate-fade open:flex backdrop:bg-scrim sm:pt-[12vh]"
      >
        <div className="flex max-h-[70dvh] w-full max-w-xl flex-col overflow-hidden rounded-card border border-line bg-raised text-ink shadow-float animate-rise">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <TextField aria-label={t("Search and commands")} className="relative border-b border-line">
              <SearchIcon
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 start-4 size-4 -translate-y-1/2 text-ink-soft"
              />
              <Input
                placeholder={placeholder}
                autoComplete="off"
                spellCheck={false}
                render={(props) => <input {...props} role="combobox" aria-expanded={count > 0} />}
                className="w-full bg-transparent py-4 ps-11 pe-4 text-base text-ink outline-none placeholder:text-ink-soft"
              />
            </TextField>
            <ListBox
              aria-label={t("Results")}
              shouldFocusWrap
              // The Tab key stops at what scrolls. The ring lies inside, as the round corners cut off what is outside.
              className="min-h-0 overflow-y-auto rounded-card p-2 -outline-offset-2"
            >
              {groups.map(({ heading, commands }) => (
                <ListBoxSection key={heading}>
                  <Header className="px-2.5 pt-2 pb-1 text-2xs font-semibold text-ink-soft">{heading}</Header>
                  {commands.map((command) => (
                    <ListBoxItem
                      key={command.id}
                      id={command.id}
                      textValue={command.label}
                      onAction={() => run(command)}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 text-sm text-ink outline-none data-focused:bg-sunken data-hovered:bg-sunken/50 sm:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft"
                    >
                      <command.icon aria-hidden="true" />
                      <span className="min-w-0 truncate">
                        <Name>{command.label}</Name>
                      </span>
                      {command.detail && <span className="min-w-0 truncate text-ink-soft">{command.detail}</span>}
                    </ListBoxItem>
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
          <p role="status" className={count > 0 && !isSearching ? "sr-only" : "px-4.5 pt-2 pb-4 text-sm text-ink-soft"}>
            {isSearching
              ? t("Searching users…")
              : count === 0
                ? nothing
                : t("{count, plural, one {# result} other {# results}}", { count })}
          </p>
        </div>
      </dialog>
    </PortalScope>,
    document.body,
  );
}
