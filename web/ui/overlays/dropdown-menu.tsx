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
import { flushSync } from "react-dom";
import { useReportFailure } from "../feedback/report-failure";
import type { ChoicesProps, GroupProps, ItemProps } from "./menu-parts";

type Parts = typeof import("./menu-parts");
type TriggerProps = ComponentProps<"button"> & { part?: string; "data-state"?: "open" | "closed" };

/** The parts of the menu around, whose code is loaded. */
const PartsContext = createContext<Parts | undefined>(undefined);

/**
 * Shows a menu opened by `trigger`, a button with an accessible name. The menu itself is React Aria's. Its code is loaded when
 * the trigger is pointed at, focused or pressed, so that no page loads it at first. The menu is placed in a native popover
 * without size. So it is in the browser's top layer, above whatever a website's page has, and within the scope of its theme
 * without a portal.
 */
export function DropdownMenu({
  trigger,
  align = "end",
  header,
  children,
}: {
  trigger: ReactElement<TriggerProps>;
  align?: "start" | "end";
  /** Content above the items, such as who is signed in. */
  header?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const [layerId, triggerId] = [`${id}-layer`, `${id}-trigger`];
  const layer = useRef<HTMLDivElement>(null);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const reportFailure = useReportFailure();
  const [parts, setParts] = useState<Parts>();
  /** The item that takes the focus; undefined while the menu is closed. */
  const [focus, setFocus] = useState<"first" | "last">();
  const isOpen = focus !== undefined;
  const close = () => setFocus(undefined);
  const load = async () => setParts(await import("./menu-parts"));
  const prepare = () => void load().catch(() => undefined);

  function open(item: "first" | "last") {
    setFocus((chosen) => chosen ?? item);
    load().catch((error) => {
      close();
      reportFailure(error);
    });
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (isOpen) return;
    open(event.key === "ArrowDown" ? "first" : "last");
    layer.current?.showPopover();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the browser did before
  useEffect(() => {
    // The browser by itself opens the layer of a menu that a server has rendered, before React listens.
    if (layer.current?.matches(":popover-open")) open("first");
  }, []);

  useEffect(() => {
    const element = layer.current;
    return isOpen ? () => element?.hidePopover() : undefined;
  }, [isOpen]);

  /** Closes first, so that the focus is on the trigger again when a dialog opens, which returns it there. */
  function select(onSelect: () => void) {
    flushSync(close);
    triggerRef.current?.focus();
    onSelect();
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: triggerRef,
        id: triggerId,
        part: "trigger",
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "data-state": isOpen ? "open" : "closed",
        popoverTarget: layerId,
        onPointerEnter: prepare,
        onFocus: prepare,
        onKeyDown: openByArrow,
      })}
      <div
        ref={layer}
        id={layerId}
        popover="auto"
        onToggle={({ newState }) => (newState === "open" ? open("first") : close())}
        className="fixed top-0 right-auto bottom-auto left-0 m-0 size-0 overflow-visible border-0 bg-transparent p-0"
      >
        {parts && focus && (
          <PartsContext value={parts}>
            <parts.Panel
              triggerRef={triggerRef}
              triggerId={triggerId}
              layer={layer.current}
              align={align}
              focus={focus}
              header={header}
              onClose={close}
              onSelect={select}
            >
              {children}
            </parts.Panel>
          </PartsContext>
        )}
      </div>
    </>
  );
}

/** The parts of the menu that renders the items. */
function useParts(): Parts {
  const parts = use(PartsContext);
  if (!parts) throw new Error("The items of a menu must be within a DropdownMenu.");
  return parts;
}

export function MenuItem(props: ItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

/** Items below a label. */
export function MenuGroup(props: GroupProps) {
  const { Group } = useParts();
  return <Group {...props} />;
}

export function MenuSeparator() {
  const { Divider } = useParts();
  return <Divider />;
}

/** A choice of one of a few options. The menu stays open, so that the effect can be seen. */
export function MenuChoice<Value extends string>({
  value,
  onValueChange,
  ...rest
}: Pick<ChoicesProps<Value>, "label" | "options"> & {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
}) {
  const { Choices } = useParts();
  return (
    <Choices
      {...rest}
      mode="single"
      chosen={value === undefined ? [] : [value]}
      onChoose={([chosen]) => chosen !== undefined && onValueChange(chosen)}
    />
  );
}

/** Settings that are on or off. The menu stays open, so that the effect can be seen. */
export function MenuCheckboxes<Value extends string>({
  values,
  onValuesChange,
  ...rest
}: Pick<ChoicesProps<Value>, "label" | "options"> & {
  values: readonly Value[];
  onValuesChange: (values: readonly Value[]) => void;
}) {
  const { Choices } = useParts();
  return <Choices {...rest} mode="multiple" chosen={values} onChoose={onValuesChange} />;
}
