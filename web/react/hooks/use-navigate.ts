import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";

/** A function that goes to another page, by the app's redirect method; it does nothing where that is `none`. */
export function useNavigateOf(app: GatehouseClientApp): (to: string) => void {
  const { options } = app[appInternals].connection;
  const method = options.redirectMethod ?? "window";
  // biome-ignore lint/correctness/useHookAtTopLevel: the method of an app does not change
  if (typeof method === "object") return method.useNavigate();
  return method === "none" ? () => undefined : (to) => window.location.assign(to);
}
