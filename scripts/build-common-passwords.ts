import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { COMMON_PASSWORDS } from "./build/assets";
import { REPOSITORY } from "./platform/wrangler";
import { runScript } from "./run-script";

const LICENSE = path.join(REPOSITORY, "node_modules/@zxcvbn-ts/language-common/LICENSE.txt");

/** Writes the passwords that everybody guesses first into a file of the Worker, with the notice that their license asks for. */
await runScript(async () => {
  const all = new Set(dictionary["passwords-common"].map((password) => String(password).toLowerCase()));
  const passwords = [...all].filter(({ length }) => length >= 8).slice(0, 10_000);
  const notice = await readFile(LICENSE, "utf8");
  await writeFile(COMMON_PASSWORDS, JSON.stringify({ notice, passwords: passwords.sort() }));
});
