import CheckIcon from "lucide-react/icons/check";
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { classNames } from "../theme/class-names";
import { menuItemClasses, menuPanelClasses } from "../theme/menu-classes";
import { itemAfter, itemBeginningWith, itemsOf, placeBeside } from "./menu-movement";

type TriggerProps = ComponentProps<"button"> & { part?: string; "data-state"?: "open" | "closed" };

/** Closes the menu around an item. */
const CloseContext = createContext<() => void>(() => undefined);

/**
 * A menu opened by `trigger`, a button with an accessible name (WAI-ARIA pattern "Menu Button"). It is a native popover: in the
 * browser's top layer, closed by Escape and by a click elsewhere, and within the scope of its theme without a portal.
 */
export function DropdownMenu({
  trigger,
  align = "end",
  children,
}: {
  trigger: ReactElement<TriggerProps>;
  align?: "start" | "end";
  children: ReactNode;
}) {
  const id = useId();
  const [menuId, triggerId] = [`${id}-menu`, `${id}-trigger`];
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  const findTrigger = () => menu.current?.parentElement?.querySelector<HTMLElement>(`#${CSS.escape(triggerId)}`);

  /** In a shadow root, browsers return the focus to its host, which cannot have it. */
  function returnFocus() {
    const root = menu.current?.getRootNode();
    if (root instanceof ShadowRoot && menu.current?.contains(root.activeElement)) findTrigger()?.focus();
  }

  function close() {
    menu.current?.hidePopover();
    returnFocus();
  }

  function open() {
    const button = findTrigger();
    if (menu.current && button) placeBeside(menu.current, button, align);
    setIsOpen(true);
  }

  // The browser by itself opens a menu that a server has rendered, before React listens.
  useEffect(() => {
    if (menu.current?.matches(":popover-open")) open();
  });

  function openByArrow(event: KeyboardEvent) {
    if (!menu.current || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    if (isOpen) itemsOf(menu.current)[0]?.focus();
    else menu.current.showPopover();
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Tab") return event.currentTarget.hidePopover();
    const items = itemsOf(event.currentTarget);
    const current = items.indexOf(event.target as HTMLElement);
    const next = itemAfter(event.key, current, items) ?? itemBeginningWith(event, current, items);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <>
      {cloneElement(trigger, {
        id: triggerId,
        part: "trigger",
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? menuId : undefined,
        "data-state": isOpen ? "open" : "closed",
        popoverTarget: menuId,
        onKeyDown: openByArrow,
      })}
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="menu"
        part="menu"
        aria-labelledby={triggerId}
        onKeyDown={move}
        onBeforeToggle={(event) => {
          if (event.newState === "open") open();
        }}
        onToggle={(event) => {
          if (event.newState === "open") return itemsOf(event.currentTarget)[0]?.focus();
          // Not before: the browser returns the focus to the trigger only from an item that is still there.
          returnFocus();
          setIsOpen(false);
        }}
        className={classNames("fixed inset-auto m-0 text-ink empty:hidden", menuPanelClasses)}
      >
        <CloseContext value={close}>{isOpen && children}</CloseContext>
      </div>
    </>
  );
}

export function MenuItem({
  icon,
  tone = "plain",
  disabled = false,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  tone?: "plain" | "danger";
  disabled?: boolean;
  onSelect?: () => void;
  children: ReactNode;
}) {
  const close = use(CloseContext);
  return (
    <button
      type="button"
      role="menuitem"
      part="menu-item"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onPointerMove={focusItem}
      onClick={() => {
        if (disabled) return;
        // First, so that the focus is on the trigger again when a dialog opens, which returns it there.
        close();
        onSelect?.();
      }}
      className={classNames(itemClasses, tone === "danger" && "text-danger! focus:bg-danger-soft")}
    >
      {icon}
      {children}
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 py-1.5 text-2xs font-medium text-ink-soft">{children}</div>;
}

export function MenuSeparator() {
  // biome-ignore lint/a11y/useSemanticElements: an <hr> is announced as a change of topic
  return <div role="separator" aria-orientation="horizontal" className="-mx-1 my-1 h-px bg-line" />;
}

/** A choice among a few options. The menu stays open, so that the effect can be seen. */
export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has no fieldset
    <div role="group" aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={option.value === value}
          onPointerMove={focusItem}
          onClick={() => onValueChange(option.value)}
          className={itemClasses}
        >
          {option.icon}
          {option.label}
          {option.value === value && <CheckIcon className="ms-auto text-accent" aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}

/** One of several settings that are on or off. The menu stays open, so that the effect can be seen. */
export function MenuCheckbox({
  isChecked,
  onCheckedChange,
  children,
}: {
  isChecked: boolean;
  onCheckedChange: (isChecked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      tabIndex={-1}
      aria-checked={isChecked}
      onPointerMove={focusItem}
      onClick={() => onCheckedChange(!isChecked)}
      className={itemClasses}
    >
      {children}
      {isChecked && <CheckIcon className="ms-auto text-accent" aria-hidden="true" />}
    </button>
  );
}

const itemClasses = classNames(menuItemClasses, "w-full text-start aria-disabled:opacity-60 focus:bg-accent-soft");

/** The pointer moves the focus, so that one item is highlighted. */
function focusItem({ currentTarget }: { currentTarget: HTMLElement }) {
  if (document.activeElement !== currentTarget) currentTarget.focus({ preventScroll: true });
}
