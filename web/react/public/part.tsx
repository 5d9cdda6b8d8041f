import { type ReactNode, Suspense } from "react";
import { Recoverable } from "../components/recoverable";
import { WithSession } from "../components/with-session";
import { Mocked } from "../mock/mocked";
import type { MockedData } from "../mock/mocked-data";
import { Scoped } from "../theme/gatehouse-theme";

/** A component that a website uses by itself: with its theme, and with a state for loading and for failing. */
export function Part({
  mock = {},
  loading,
  children,
}: {
  mock?: MockedData;
  /** Has the size of the component. */
  loading?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Scoped>
      <Mocked mock={mock}>
        <Recoverable>
          <Suspense fallback={loading}>
            <WithSession loading={loading}>{children}</WithSession>
          </Suspense>
        </Recoverable>
      </Mocked>
    </Scoped>
  );
}
