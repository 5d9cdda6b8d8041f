import type { DataVaultOptions, GatehouseServerApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { DataVaultStore } from "../../kit/data-vault/data-vault-store";
import type { DataVaultStoreHooks } from "../hooks/server-objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { queryClientOf } from "../queries/query-client";
import { resourceOptions } from "../queries/resource-query";

/** A data vault store of an app made for React: components can show its values. */
export class ReactDataVaultStore extends DataVaultStore implements DataVaultStoreHooks {
  readonly #app: GatehouseServerApp;

  /** @internal */
  constructor(app: GatehouseServerApp, id: string) {
    super(id, app[appInternals].connection.caller("server"));
    this.#app = app;
  }

  override getValue(key: string, options: DataVaultOptions): Promise<string | null> {
    if (typeof window === "undefined") return super.getValue(key, options);
    return queryClientOf(this.#app).fetchQuery({ ...this.viewOf(key, options), staleTime: 0 });
  }

  override async setValue(key: string, value: string, options: DataVaultOptions): Promise<void> {
    await super.setValue(key, value, options);
    await this.#show(key, value, options);
  }

  override async deleteValue(key: string, options: DataVaultOptions): Promise<void> {
    await super.deleteValue(key, options);
    await this.#show(key, null, options);
  }

  useValue<Options extends DataVaultOptions & ViewOptions>(
    key: string,
    options: Options,
  ): Viewed<string | null, Options> {
    return useView(this.#app, this.viewOf(key, options), options);
  }

  /** @internal */
  viewOf(key: string, options: DataVaultOptions) {
    const args = [this.id, key, secretNumber(options.secret)];
    return resourceOptions(this.#app, "data-vault", args, () => super.getValue(key, options));
  }

  /** Shows what was written: for a minute, reading it again could return what was there before. */
  async #show(key: string, value: string | null, options: DataVaultOptions): Promise<void> {
    if (typeof window === "undefined") return;
    const { queryKey } = this.viewOf(key, options);
    const client = queryClientOf(this.#app);
    await client.cancelQueries({ queryKey, exact: true });
    client.setQueryData<unknown>(queryKey, value);
  }
}

/** Numbers the secrets of values: they do not belong into the keys of a cache, which tools for developers show. */
const secretNumbers = new Map<string, number>();

function secretNumber(secret: string): number {
  const number = secretNumbers.get(secret) ?? secretNumbers.size + 1;
  secretNumbers.set(secret, number);
  return number;
}
