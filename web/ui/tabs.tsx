import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";

/** Views of one subject, of which one is shown. Uncontrolled; the first tab is open at the start. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
}) {
  return (
    <Radix.Root defaultValue={tabs[0]?.value} className="flex flex-col gap-4">
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink sm:min-h-10"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
