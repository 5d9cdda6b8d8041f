import CheckIcon from "lucide-react/icons/check";
import { createContext, type ReactNode, type RefObject, use, useLayoutEffect } from "react";
import { setInteractionModality } from "react-aria/useFocusVisible";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Header, Menu, MenuItem, MenuSection, Popover, Separator } from "react-aria-components/Menu";
import { classNames } from "../theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** Gives the items of a menu what they need of it: it runs what an item does, once the menu is closed. */
const SelectContext = createContext<(onSelect: () => void) => void>((onSelect) => onSelect());

export type PanelProps = {
  triggerRef: RefObject<HTMLElement | null>;
  triggerId: string;
  /** The element in the top layer that takes it. */
  layer: Element | null;
  align: "start" | "end";
  focus: "first" | "last";
  header: ReactNode;
  onClose: () => void;
  onSelect: (onSelect: () => void) => void;
  children: ReactNode;
};

/**
 * The open menu beside its trigger. It is not modal: the browser closes its layer by a click elsewhere, and nothing is written
 * on elements of a website's page.
 */
export function Panel({ triggerRef, triggerId, layer, align, focus, header, onClose, onSelect, children }: PanelProps) {
  const { language } = useTranslation();
  useLayoutEffect(forbidStyleElement, []);
  // A press by a key looks like a screen reader's, after which React Aria focuses the first item too late, or not at all.
  useLayoutEffect(() => setInteractionModality("keyboard"), []);
  return (
    <I18nProvider locale={language}>
      <Popover
        isOpen
        isNonModal
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        // The browser closes it by a press, of its trigger too: a loss of focus before would have that press open it again.
        shouldCloseOnInteractOutside={(element) => !element.matches(":active")}
        triggerRef={triggerRef}
        UNSTABLE_portalContainer={layer ?? undefined}
        placement={`bottom ${align}`}
        offset={6}
        containerPadding={8}
        maxHeight={480}
        render={(props) => <div {...props} part="menu" />}
        className="min-w-[max(12rem,var(--trigger-width))] overflow-y-auto rounded-card border border-line bg-raised p-1 text-ink shadow-float outline-none animate-rise"
      >
        {header}
        <SelectContext value={onSelect}>
          <Menu
            autoFocus={focus}
            aria-labelledby={triggerId}
            onClose={onClose}
            render={({ onKeyDown, ...props }) => (
              <div
                {...props}
                role="menu"
                onKeyDown={(event) => {
                  onKeyDown?.(event);
                  // React Aria leaves them to the browser as well: the page would scroll, which closes the menu.
                  if (scrollKeys.includes(event.key)) event.preventDefault();
                }}
              />
            )}
            className="outline-none"
          >
            {children}
          </Menu>
        </SelectContext>
      </Popover>
    </I18nProvider>
  );
}

const scrollKeys = ["Home", "End", "PageUp", "PageDown"];

/** The id by which React Aria finds the style element that it would otherwise add. */
const pressableStyleId = "react-aria-pressable-style";

/** A strict content security policy refuses style elements, and in a shadow root they count for nothing. Our classes say the same. */
function forbidStyleElement() {
  if (document.getElementById(pressableStyleId)) return;
  const found = document.createElement("meta");
  found.id = pressableStyleId;
  document.head.append(found);
}

const itemClasses =
  "flex min-h-11 w-full cursor-default touch-pan-x touch-pan-y touch-pinch-zoom items-center gap-2.5 rounded-control px-2.5 text-sm outline-none select-none sm:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0";

export type ItemProps = {
  icon?: ReactNode;
  tone?: "plain" | "danger";
  /** Says why it cannot be chosen, if it cannot. */
  refused?: string;
  onSelect?: () => void;
  /** Typing finds it by this, where it contains more than a text. */
  text?: string;
  children: ReactNode;
};

export function Item({ icon, tone = "plain", refused, onSelect, text, children }: ItemProps) {
  const select = use(SelectContext);
  return (
    <MenuItem
      textValue={text ?? (typeof children === "string" ? children : undefined)}
      shouldCloseOnSelect={refused === undefined}
      onAction={() => refused === undefined && onSelect && select(onSelect)}
      // Disabled for the library, it would be out of the reach of keyboards, and its reason unread.
      render={(props) => (
        <div {...(props as object)} part="menu-item" aria-disabled={refused !== undefined || undefined} />
      )}
      className={classNames(
        itemClasses,
        refused !== undefined && "opacity-60",
        tone === "danger" ? "text-danger data-focused:bg-danger-soft" : "text-ink data-focused:bg-accent-soft",
      )}
    >
      {icon}
      {refused === undefined ? (
        children
      ) : (
        <span className="flex flex-col py-1">
          <span>{children}</span>
          <span className="max-w-56 text-2xs">{refused}</span>
        </span>
      )}
    </MenuItem>
  );
}

const labelClasses = "px-2.5 py-1.5 text-2xs font-medium text-ink-soft";

export type GroupProps = { label: string; children: ReactNode };

export function Group({ label, children }: GroupProps) {
  return (
    <MenuSection>
      <Header className={labelClasses}>{label}</Header>
      {children}
    </MenuSection>
  );
}

export function Divider() {
  return <Separator className="-mx-1 my-1 h-px bg-line" />;
}

export type ChoicesProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  chosen: readonly Value[];
  mode: "single" | "multiple";
  onChoose: (chosen: readonly Value[]) => void;
};

export function Choices<Value extends string>({ label, options, chosen, mode, onChoose }: ChoicesProps<Value>) {
  return (
    <MenuSection
      selectionMode={mode}
      disallowEmptySelection={mode === "single"}
      selectedKeys={chosen}
      onSelectionChange={(keys) =>
        onChoose(options.map(({ value }) => value).filter((value) => keys === "all" || keys.has(value)))
      }
      shouldCloseOnSelect={false}
    >
      <Header className={labelClasses}>{label}</Header>
      {options.map(({ value, label, icon }) => (
        <MenuItem
          key={value}
          id={value}
          textValue={label}
          className={classNames(itemClasses, "text-ink data-focused:bg-accent-soft")}
        >
          {({ isSelected }) => (
            <>
              {icon}
              {label}
              {isSelected && <CheckIcon className="ms-auto text-accent" aria-hidden="true" />}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
