import { type ReactNode, Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import type { GatehouseClientApp } from "../../kit";
import { GatehouseProvider } from "../provider/gatehouse-provider";

/** Returns what components within the app's provider render, once everything is loaded. */
export async function show(app: GatehouseClientApp, content: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(
    <GatehouseProvider app={app}>
      <Suspense>{content}</Suspense>
    </GatehouseProvider>,
    { onError: (error) => void errors.push(error) },
  );
  await stream.allReady;
  if (errors.length > 0) throw errors[0];
  return (await new Response(stream).text()).replaceAll(/<!--.*?-->/g, "");
}
