import CircleAlertIcon from "lucide-react/icons/circle-alert";
import CircleCheckIcon from "lucide-react/icons/circle-check";
import InfoIcon from "lucide-react/icons/info";
import TriangleAlertIcon from "lucide-react/icons/triangle-alert";
import type { ComponentProps } from "react";
import { classNames } from "../theme/class-names";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

/** Text and background of each tone; every pair has a contrast of at least 4.5 in both themes. */
export const toneClasses: Record<Tone, string> = {
  neutral: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent-strong",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger-strong",
};

const icons = {
  neutral: InfoIcon,
  accent: InfoIcon,
  success: CircleCheckIcon,
  warning: TriangleAlertIcon,
  danger: CircleAlertIcon,
} satisfies Record<Tone, unknown>;

/** A message in the page. Screen readers announce danger and warning at once, others at the next pause. */
export function Alert({ tone = "neutral", children, ...rest }: ComponentProps<"div"> & { tone?: Tone }) {
  const Icon = icons[tone];
  return (
    <div
      part={`alert alert-${tone}`}
      role={tone === "danger" || tone === "warning" ? "alert" : "status"}
      {...rest}
      className={classNames("flex items-start gap-2.5 rounded-control px-3.5 py-3 text-sm", toneClasses[tone])}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 wrap-break-word [&_a]:text-inherit [&_a]:decoration-current">{children}</div>
    </div>
  );
}
