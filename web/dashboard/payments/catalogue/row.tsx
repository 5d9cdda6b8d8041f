import PencilIcon from "lucide-react/icons/pencil";
import Trash2Icon from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { Button } from "../../../ui/buttons/button";
import { Name } from "../../../ui/text/name";
import { useTranslation } from "../../translation/use-translation";

/** Something of the catalogue in the list of its kind: its name and id, what else there is to say, and what can be done. */
export function CatalogueRow({
  id,
  name,
  badges,
  detail,
  children,
}: {
  id: string;
  name: ReactNode;
  badges?: ReactNode;
  detail?: ReactNode;
  /** Buttons. */
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere text-ink">
          {typeof name === "string" ? <Name>{name}</Name> : name}
          <span className="font-mono text-2xs font-normal text-ink-soft">{id}</span>
          {badges}
        </span>
        {detail && <span className="wrap-anywhere text-ink-soft">{detail}</span>}
      </div>
      <div className="flex gap-1">{children}</div>
    </li>
  );
}

export function EditButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslation();
  return (
    <Button variant="ghost" size="icon" aria-label={t("Edit {name}", { name })} onClick={onClick}>
      <PencilIcon aria-hidden="true" />
    </Button>
  );
}

export function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslation();
  return (
    <Button variant="ghost" size="icon" aria-label={t("Delete {name}", { name })} onClick={onClick}>
      <Trash2Icon aria-hidden="true" />
    </Button>
  );
}
