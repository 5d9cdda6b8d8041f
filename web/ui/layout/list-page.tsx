import PlusIcon from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { Button } from "../buttons/button";
import { Card } from "./card";
import { EmptyState } from "./empty-state";
import { PageHeader } from "./page-header";

/** A page that shows one list and creates entries. With `empty` it shows the empty state in place of the list. */
export function ListPage({
  title,
  description,
  createLabel,
  onCreate,
  empty,
  children,
}: {
  title: string;
  description: string;
  createLabel: string;
  onCreate: () => void;
  empty?: { icon: ReactNode; title: string; text: string } | false;
  children: ReactNode;
}) {
  const createButton = (
    <Button onClick={onCreate}>
      <PlusIcon aria-hidden="true" />
      {createLabel}
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={title} description={description} actions={!empty && createButton} />
      {empty ? (
        <Card>
          <EmptyState icon={empty.icon} title={empty.title} action={createButton}>
            {empty.text}
          </EmptyState>
        </Card>
      ) : (
        children
      )}
    </div>
  );
}
