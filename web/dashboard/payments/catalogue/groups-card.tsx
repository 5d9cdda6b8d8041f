import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { useTranslation } from "../../translation/use-translation";
import { DeleteGroupDialog } from "./delete-dialogs";
import { CatalogueRow, DeleteButton, EditButton } from "./row";
import type { Catalogue, CatalogueGroup } from "./use-catalogue";

const GroupDialog = lazy(() => import("./group-dialog"));

/** The groups of offers that exclude each other. The dialog of one is open where the address says so. */
export function GroupsCard({ catalogue: { groups, offers } }: { catalogue: Catalogue }) {
  const t = useTranslation();
  const { group: openId, add } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  const [deleted, setDeleted] = useState<CatalogueGroup>();
  const open = groups.find(({ id }) => id === openId);
  const close = () => void navigate({ search: { part: "catalogue" } });
  return (
    <Card
      title={t("Groups")}
      description={t("A customer has one offer of a group at a time: buying another one replaces it, as with plans.")}
      actions={
        <Button variant="secondary" onClick={() => void navigate({ search: { part: "catalogue", add: "group" } })}>
          {t("Create group")}
        </Button>
      }
    >
      {groups.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {t("No groups yet. Create one for plans between which customers choose.")}
        </p>
      ) : (
        <ul aria-label={t("Groups")} className="-my-3 flex flex-col divide-y divide-line">
          {groups.map((group) => {
            const members = offers.filter(({ groupId }) => groupId === group.id).map(({ name }) => name);
            return (
              <CatalogueRow
                key={group.id}
                id={group.id}
                name={group.name}
                detail={members.length > 0 ? members.join(", ") : t("No offers yet: choose the group in an offer.")}
              >
                <EditButton
                  name={group.name}
                  onClick={() => void navigate({ search: { part: "catalogue", group: group.id } })}
                />
                <DeleteButton name={group.name} onClick={() => setDeleted(group)} />
              </CatalogueRow>
            );
          })}
        </ul>
      )}
      {(open ?? add === "group") && (
        <Suspense>
          <GroupDialog group={open} taken={groups.map(({ id }) => id)} onClose={close} />
        </Suspense>
      )}
      {deleted && <DeleteGroupDialog group={deleted} offers={offers} onClose={() => setDeleted(undefined)} />}
    </Card>
  );
}
