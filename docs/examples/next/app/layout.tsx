import { GatehouseProvider } from "@gatehouse/kit/next";
import { type ReactNode, Suspense } from "react";
import { app } from "../gatehouse";

export const metadata = { title: "Next.js", icons: "data:," };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Suspense fallback="Loading…">
          <GatehouseProvider app={app}>{children}</GatehouseProvider>
        </Suspense>
      </body>
    </html>
  );
}
