import { use } from "react";
import type { ClientAppJson } from "../../kit/app/serialisation";
import { GatehouseHandler, type GatehouseHandlerProps } from "../../react/pages/handler";
import { AppContext } from "../../react/provider/app-context";
import { appOf } from "./app";

/** The handler pages in the browser, with the app of the provider around or, without one, of the server component. */
export function BrowserHandler({ app, ...props }: Omit<GatehouseHandlerProps, "app"> & { app: ClientAppJson }) {
  const provided = use(AppContext);
  return <GatehouseHandler {...props} app={provided ? undefined : appOf(app)} />;
}
