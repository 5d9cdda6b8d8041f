import { GatehouseHandler } from "@gatehouse/kit/next";
import { app } from "../../../gatehouse";

export default function Handler(props: { params: Promise<{ stack: string[] }> }) {
  return <GatehouseHandler fullPage app={app} routeProps={props} />;
}
