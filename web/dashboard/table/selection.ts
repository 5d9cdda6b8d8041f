import { useCallback, useMemo, useState } from "react";

/** The selected rows of a table, by their ids. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Selects these rows, or takes them out of the selection. */
  select: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

/** The selection of a table. Rows that are filtered away stay selected, until `clear`. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((changed: readonly string[], isSelected: boolean) => {
    setIds((ids) => {
      const next = new Set(ids);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => ({ ids, select, clear }), [ids, select, clear]);
}
