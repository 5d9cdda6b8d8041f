import CheckIcon from "lucide-react/icons/check";
import ChevronDownIcon from "lucide-react/icons/chevron-down";
import * as Radix from "radix-ui/select";
import { classNames } from "../theme/class-names";
import { menuItemClasses, menuPanelClasses } from "../theme/menu-classes";
import { PortalScope, usePortalContainer } from "../theme/scope";
import { controlClasses, Field, type FieldWording } from "./field";

export type SelectProps<Value extends string> = FieldWording & {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
  disabled?: boolean;
  isLabelHidden?: boolean;
};

/** A choice of one value from a list. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  labelAside,
  options,
  value,
  onValueChange,
  disabled,
  isLabelHidden,
}: SelectProps<Value>) {
  const portalContainer = usePortalContainer();
  return (
    <Field label={label} hint={hint} error={error} labelAside={labelAside} isLabelHidden={isLabelHidden}>
      {(control) => (
        <Radix.Root
          value={value}
          disabled={disabled}
          onValueChange={(chosen) => {
            const option = options.find((candidate) => candidate.value === chosen);
            if (option) onValueChange(option.value);
          }}
        >
          <Radix.Trigger
            {...control}
            className={classNames(controlClasses, "flex items-center justify-between gap-2 text-start")}
          >
            <span className="min-w-0 truncate">
              <Radix.Value />
            </span>
            <Radix.Icon>
              <ChevronDownIcon className="size-4 text-ink-soft" aria-hidden="true" />
            </Radix.Icon>
          </Radix.Trigger>
          <Radix.Portal container={portalContainer}>
            <PortalScope>
              <Radix.Content
                position="popper"
                sideOffset={4}
                className={classNames(menuPanelClasses, "w-(--radix-select-trigger-width)")}
              >
                <Radix.Viewport>
                  {options.map((option) => (
                    <Radix.Item key={option.value} value={option.value} className={menuItemClasses}>
                      <Radix.ItemText>{option.label}</Radix.ItemText>
                      <Radix.ItemIndicator className="ms-auto">
                        <CheckIcon className="size-4 text-accent" aria-hidden="true" />
                      </Radix.ItemIndicator>
                    </Radix.Item>
                  ))}
                </Radix.Viewport>
              </Radix.Content>
            </PortalScope>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Field>
  );
}
