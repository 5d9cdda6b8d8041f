import { GatehouseProvider } from "@gatehouse/kit/next";
import { type ReactNode, Suspense } from "react";
import { app } from "../gatehouse";

export const metadata = { title: "Next.js", icons: "data:," };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <GatehouseProvider app={app}>
          <Suspense fallback="Loading…">{children}</Suspense>
        </GatehouseProvider>
      </body>
    </html>
  );
}
