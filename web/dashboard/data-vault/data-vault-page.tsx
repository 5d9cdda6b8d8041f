import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import LockKeyholeIcon from "lucide-react/icons/lock-keyhole";
import PlusIcon from "lucide-react/icons/plus";
import { useState } from "react";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { useDone } from "../code/shown-code";
import { configCode } from "../code/written-code";
import { idFollowing, required } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { EmptyList, Row, RowList } from "../lists/list-end";
import { useOwnedProject, useRead } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { type Translate, useTranslation } from "../translation/use-translation";
import { type Store, storesOptions } from "./queries";
import type { StoreDialog } from "./vault-search";

const ValueDialog = lazyDialog(() => import("./value-dialog"), "ValueDialog");

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [storesOptions(app)];

/** The stores in which the project's servers keep values encrypted. The open dialog is part of the address. */
export function DataVaultPage() {
  const t = useTranslation();
  const stores = useRead(storesOptions);
  const search = useSearch({ from: "/projects/$projectId/data-vault" });
  const navigate = useNavigate({ from: "/projects/$projectId/data-vault" });
  const store = "store" in search ? stores.find(({ id }) => id === search.store) : undefined;
  const open = store && "open" in search ? search.open : undefined;

  const close = () => void navigate({ search: {}, replace: true, resetScroll: false });
  const createButton = (
    <Button onClick={() => void navigate({ search: { create: true }, resetScroll: false })}>
      <PlusIcon aria-hidden="true" />
      {t("Create store")}
    </Button>
  );
  return (
    <SectionPage
      title={t("Data vault")}
      description={t(
        "What your servers keep secret for your users, such as the tokens of other services, encrypted with a secret that only you have.",
      )}
      reference="Data vault"
      actions={stores.length > 0 && createButton}
    >
      {stores.length === 0 ? (
        <EmptyList
          icon={<LockKeyholeIcon />}
          title={t("No stores yet")}
          action={createButton}
          code={vaultSnippet("secrets")}
        >
          {t("Create a store once. Your backend then sets and gets its values:")}
        </EmptyList>
      ) : (
        <>
          <StoresCard stores={stores} />
          <UseStoreCard stores={stores} />
        </>
      )}
      <EncryptionCard />
      {"create" in search && <CreateStoreDialog stores={stores} onClose={close} />}
      {store && open === "rename" && <RenameStoreDialog store={store} onClose={close} />}
      {store && open === "delete" && <DeleteStoreDialog store={store} onClose={close} />}
      {store && open === "value" && <ValueDialog store={store} onClose={close} />}
    </SectionPage>
  );
}

/** Shows what the vault promises, and what it does not. */
function EncryptionCard() {
  const t = useTranslation();
  const facts = [
    {
      name: t("Encrypted on your server"),
      text: t(
        "The kit encrypts each value with AES-256-GCM, and hashes its key, with a secret of yours that is never sent. Gatehouse sees neither.",
      ),
    },
    {
      name: t("Encrypted once more here"),
      text: t("What arrives is encrypted again with a random key of its store, which is itself stored encrypted."),
    },
    {
      name: t("No recovery"),
      text: t(
        "Who loses the secret loses the values. To replace it, read each value with the old one and set it with the new one.",
      ),
    },
    {
      name: t("Read often, changed seldom"),
      text: t(
        "A value that was set or deleted can be seen as before for 60 seconds, the last of two writes at once wins, and a key takes one write in a second. Build no counters or queues on it.",
      ),
    },
  ];
  return (
    <Card title={t("How values are kept")}>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {facts.map(({ name, text }) => (
          <div key={name} className="flex flex-col gap-1 text-sm">
            <dt className="font-medium text-ink">{name}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Shows how a backend sets and gets a value of a store. */
function UseStoreCard({ stores }: { stores: readonly Store[] }) {
  const t = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const store = stores.find(({ id }) => id === chosen) ?? stores[0];
  return (
    <Card title={t("Use a store")} description={t("In your backend, where the secret is an environment variable.")}>
      <div className="flex min-w-0 flex-col gap-4">
        {stores.length > 1 && (
          <div className="sm:w-64">
            <Select
              label={t("Store")}
              options={stores.map(({ id, displayName }) => ({ value: id, label: displayName }))}
              value={store?.id ?? ""}
              onValueChange={setChosen}
            />
          </div>
        )}
        <CodeBlock title="TypeScript" code={vaultSnippet(store?.id ?? "")} />
      </div>
    </Card>
  );
}

/** Returns what sets and gets a value of a store in a backend. */
function vaultSnippet(storeId: string): string {
  return `// VAULT_SECRET: 32 random bytes, such as those of \`openssl rand -base64 32\`
const secret = process.env.VAULT_SECRET!;
const store = await serverApp.getDataVaultStore(${JSON.stringify(storeId)});

await store.setValue(user.id, "the token of a partner", { secret });
const token = await store.getValue(user.id, { secret }); // or null
await store.deleteValue(user.id, { secret });`;
}

/** Returns a function that gives a store a name, or makes it with that name; null deletes it. It returns the change as code. */
function useSaveStore() {
  const project = useOwnedProject();
  return async (id: string, displayName: string | null) => {
    const store = `dataVault.stores.${id}`;
    const override = displayName === null ? { [store]: null } : { [`${store}.displayName`]: displayName };
    await project.updateConfig(override);
    return configCode(override);
  };
}

/** Creates a store. Its id follows the name until it is typed. */
export function CreateStoreDialog({ stores, onClose }: { stores: readonly Store[]; onClose: () => void }) {
  const t = useTranslation();
  const save = useSaveStore();
  const taken = stores.map(({ id }) => id);
  return (
    <FormDialog
      initial={{ displayName: "", id: "" }}
      title={t("Create a store")}
      submitLabel={t("Create store")}
      fields={(form) => [
        {
          name: "displayName",
          label: t("Name"),
          placeholder: t("Partner tokens"),
          onInput: idFollowing(form),
          ...required(t("Enter a name for the store.")),
        },
        {
          name: "id",
          label: t("ID"),
          hint: t("By which your code names the store. It cannot be changed later."),
          autoCapitalize: "none",
          spellCheck: false,
          className: "font-mono",
          validate: (id) => checkStoreId(id, taken, t),
        },
      ]}
      write={async ({ id, displayName }) => ({
        code: await save(id.trim(), displayName.trim()),
        message: t("The store has been created."),
        title: t("Create a store"),
      })}
      onClose={onClose}
    />
  );
}

/** Changes the name of a store, which people see; code names it by its id. */
export function RenameStoreDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTranslation();
  const save = useSaveStore();
  return (
    <FormDialog
      initial={{ displayName: store.displayName }}
      title={t("Rename {name}", { name: store.displayName })}
      description={t("The ID stays, so your code goes on working.")}
      submitLabel={t("Rename")}
      fields={[{ name: "displayName", label: t("Name"), ...required(t("Enter a name for the store.")) }]}
      write={async ({ displayName }) => ({
        code: await save(store.id, displayName.trim()),
        message: t("The store has been renamed."),
        title: t("Rename a store"),
      })}
      onClose={onClose}
    />
  );
}

/** Asks before a store is deleted with its values; for one that has some, by its id. */
export function DeleteStoreDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTranslation();
  const done = useDone();
  const save = useSaveStore();
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Delete {name}?", { name: store.displayName })}
      description={
        store.entries > 0
          ? t(
              "It has {count}. The key under which they lie is deleted at once: none of them can be read any more, not by a new store with the same ID either.",
              { count: countText(store, t) },
            )
          : t("It has no values that were counted. Code that still uses it is refused.")
      }
      confirmLabel={t("Delete store")}
      typedPhrase={store.entries > 0 ? store.id : undefined}
      mutationFn={async () => {
        const code = await save(store.id, null);
        done({ message: t("The store has been deleted."), title: t("Delete a store"), code });
      }}
    />
  );
}

const maxIdLength = 63;

/** Returns why a text cannot be the id of a new store, or true. */
export function checkStoreId(text: string, taken: readonly string[], t: Translate): string | true {
  const id = text.trim();
  if (id === "") return t("Enter an ID.");
  if (!/^[a-z_]/i.test(id)) return t("Start the ID with a letter or an underscore.");
  if (!/^[\w-]+$/.test(id)) return t("An ID has only the letters a to z, digits, hyphens and underscores.");
  if (id.length > maxIdLength) return t("Use {count} characters at most.", { count: maxIdLength });
  return !taken.includes(id) || t("There is a store with this ID already.");
}

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

interface DialogLinkProps {
  store: Store;
  open: StoreDialog;
  label: string;
  children: string;
}

function DialogLink({ store, open, label, children }: DialogLinkProps) {
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
