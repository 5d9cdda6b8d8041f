import { Spinner } from "../../../ui/feedback/spinner";

/** Shown until the browser has left the page. */
export function Redirecting() {
  return (
    <div className="flex justify-center py-10 text-ink-soft">
      <Spinner label="Taking you on" className="size-6" />
    </div>
  );
}
