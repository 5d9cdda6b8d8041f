import { type ReactNode, useState } from "react";
import { AppContext } from "../hooks/app-context";
import { createQueryClient } from "../queries/query-client";
import { QueryClientContext } from "../queries/query-hooks";
import { createMockApp } from "./mock-app";
import type { MockedData } from "./mocked-data";

/** Components inside read mocked data, as it was when they were first rendered. They need no other provider. */
export function MockProvider({ mock, children }: { mock: MockedData; children: ReactNode }) {
  const [app] = useState(() => createMockApp(mock));
  const [queryClient] = useState(createQueryClient);
  return (
    <AppContext value={app}>
      <QueryClientContext value={queryClient}>{children}</QueryClientContext>
    </AppContext>
  );
}
