import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../../ui/buttons/button";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { Row, RowList } from "../lists/row-list";
import { type Translate, useTranslation } from "../translation/use-translation";
import type { Store } from "./queries";
import type { StoreDialog } from "./vault-search";

/** The stores with how many values each has, and what can be done with them. */
export function StoresCard({ stores }: { stores: readonly Store[] }) {
  const t = useTranslation();
  return (
    <Card title={t("Stores")} description={t("What was set or deleted within the last minute may not be counted yet.")}>
      <RowList label={t("Stores")}>
        {stores.map((store) => (
          <Row
            key={store.id}
            title={<Name>{store.displayName}</Name>}
            detail={
              <>
                <code className="font-mono text-xs">{store.id}</code> · {countText(store, t)}
              </>
            }
            actions={
              <>
                <DialogLink store={store} open="value" label={t("Find a value in {name}", { name: store.displayName })}>
                  {t("Find a value")}
                </DialogLink>
                <DialogLink store={store} open="rename" label={t("Rename {name}", { name: store.displayName })}>
                  {t("Rename")}
                </DialogLink>
                <DialogLink store={store} open="delete" label={t("Delete {name}", { name: store.displayName })}>
                  {t("Delete")}
                </DialogLink>
              </>
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

function DialogLink({
  store,
  open,
  label,
  children,
}: {
  store: Store;
  open: StoreDialog;
  label: string;
  children: string;
}) {
  return (
    <Link
      from="/projects/$projectId/data-vault"
      to="."
      search={{ store: store.id, open }}
      resetScroll={false}
      aria-label={label}
      className={buttonClasses("ghost", "small")}
    >
      {children}
    </Link>
  );
}

/** Returns how many values a store has, as far as they are counted. */
export function countText({ entries, hasMoreEntries }: Store, t: Translate): string {
  return hasMoreEntries
    ? t("more than {count, plural, one {# value} other {# values}}", { count: entries })
    : t("{count, plural, =0 {no values} one {# value} other {# values}}", { count: entries });
}
