import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { useTranslation } from "../translation/use-translation";

/** What an infinite query has of its next page. */
interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  fetchNextPage: () => unknown;
}

/** Below a list that loads page by page: the next page on its way, why it did not come, or a button that loads it. */
export function ListEnd({ query }: { query: PagedQuery }) {
  const t = useTranslation();
  if (query.isFetchNextPageError) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Alert tone="danger">{describeFailure(query.error, t)}</Alert>
        <Button variant="secondary" onClick={() => void query.fetchNextPage()}>
          {t("Try again")}
        </Button>
      </div>
    );
  }
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
