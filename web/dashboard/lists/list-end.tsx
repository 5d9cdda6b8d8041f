import SearchXIcon from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { useTranslation } from "../translation/use-translation";

/** Shows why something could not be read, and a button that reads it again. */
export function FailedRead({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const t = useTranslation();
  return (
    <div className="flex flex-col items-start gap-3">
      <Alert tone="danger">{describeFailure(error, t)}</Alert>
      <Button variant="secondary" onClick={() => void onRetry()}>
        {t("Try again")}
      </Button>
    </div>
  );
}

/** In place of a list of which the filters select nothing: why, and a button that shows more of it. */
export function NothingFound({
  title,
  showLabel,
  onShow,
  children,
}: {
  title: string;
  showLabel: string;
  onShow: () => void;
  children: string;
}) {
  return (
    <Card>
      <EmptyState
        icon={<SearchXIcon />}
        title={title}
        action={
          <Button variant="secondary" onClick={onShow}>
            {showLabel}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}

/** In place of a list without a first row: why, what makes one, and the code that does the same. */
export function EmptyList({
  icon,
  title,
  action,
  codeTitle = "TypeScript",
  code,
  children,
}: {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  codeTitle?: string;
  code: string;
  children: ReactNode;
}) {
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        action={
          <div className="flex w-full flex-col items-center gap-6">
            {action}
            <CodeBlock title={codeTitle} code={code} className="w-full max-w-2xl min-w-0 text-start" />
          </div>
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}

/** Holds what an infinite query has of its next page. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  fetchNextPage: () => unknown;
}

/** Below a list that loads page by page: the next page on its way, why it did not come, or a button that loads it. */
export function ListEnd({ query }: { query: PagedQuery }) {
  const t = useTranslation();
  if (query.isFetchNextPageError) return <FailedRead error={query.error} onRetry={query.fetchNextPage} />;
  if (query.isFetchingNextPage) {
    return (
      <div className="flex justify-center py-2">
        <Spinner label={t("Loading more")} />
      </div>
    );
  }
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button variant="secondary" onClick={() => void query.fetchNextPage()}>
        {t("Load more")}
      </Button>
    </div>
  );
}

/** Loads the next page of an infinite query, for `VirtualTable`; undefined while there is none to load. */
export function loadNextPage(query: PagedQuery): (() => void) | undefined {
  const isWaiting = query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError;
  return isWaiting ? () => void query.fetchNextPage() : undefined;
}
