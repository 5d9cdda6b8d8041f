import CheckIcon from "lucide-react/icons/check";
import * as Radix from "radix-ui/dropdown-menu";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../theme/class-names";
import { menuItemClasses, menuPanelClasses } from "../theme/menu-classes";
import { PortalScope, usePortalContainer } from "../theme/scope";

/** A menu opened by `trigger`, a button with an accessible name. */
export function DropdownMenu({
  trigger,
  align = "end",
  children,
}: {
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={usePortalContainer()}>
        <PortalScope>
          <Radix.Content align={align} sideOffset={6} collisionPadding={8} className={menuPanelClasses}>
            {children}
          </Radix.Content>
        </PortalScope>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({
  icon,
  tone = "plain",
  children,
  ...item
}: {
  icon?: ReactNode;
  tone?: "plain" | "danger";
  disabled?: boolean;
  onSelect?: () => void;
  children: ReactNode;
}) {
  return (
    <Radix.Item
      {...item}
      className={classNames(menuItemClasses, tone === "danger" && "text-danger! data-highlighted:bg-danger-soft")}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1.5 text-2xs font-medium text-ink-soft">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
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
    <Radix.RadioGroup aria-label={label} value={value}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={menuItemClasses}
          onSelect={(event) => {
            event.preventDefault();
            onValueChange(option.value);
          }}
        >
          {option.icon}
          {option.label}
          <Radix.ItemIndicator className="ml-auto">
            <CheckIcon className="text-accent" aria-hidden="true" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
