import type { GatehouseClientApp, Item, ItemReference } from "../../kit";
import { itemSession, ownItemOptions } from "../queries/item-queries";
import { useOfSession } from "./use-of-session";
import { useView, type Viewed, type ViewOptions } from "./use-view";

/** An item of a customer, as the session of an app for browsers sees it. */
export function useItemOf<Options extends ViewOptions>(
  app: GatehouseClientApp,
  item: ItemReference,
  options?: Options,
): Viewed<Item, Options> {
  const session = useOfSession(app, undefined, () => itemSession(app));
  return useView(app, ownItemOptions(app, item, session), options);
}
