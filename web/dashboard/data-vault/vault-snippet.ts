/** What sets and gets a value of a store in a backend. */
export function vaultSnippet(storeId: string): string {
  return `// VAULT_SECRET: 32 random bytes, such as those of \`openssl rand -base64 32\`
const secret = process.env.VAULT_SECRET!;
const store = await serverApp.getDataVaultStore(${JSON.stringify(storeId)});

await store.setValue(user.id, "the token of a partner", { secret });
const token = await store.getValue(user.id, { secret }); // or null
await store.deleteValue(user.id, { secret });`;
}
