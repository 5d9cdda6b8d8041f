import { parseSync, Visitor } from "rolldown/utils";
import { isScript } from "./long-sentences";
import { forbiddenWords } from "./word-list";

/** An exception is a name, or a name in the files whose paths begin so. */
const isExcept = (exception: string, name: string | undefined, file: string) =>
  exception === name || (exception.includes(" in ") && `${name} in ${file}`.startsWith(exception));

/**
 * One line for each word of `word-list.ts` in a source's identifiers, comments and texts, titles of tests among them. In a file that is no
 * script, one for each line of the file that has such a word.
 */
export function findForbiddenWords(file: string, source: string): string[] {
  const found: string[] = [];
  const check = (text: string, start: number, name?: string) => {
    for (const { word, instead, isInNamesOnly, except } of forbiddenWords) {
      const [match] = (isInNamesOnly && name === undefined ? undefined : word.exec(text)) ?? [];
      if (match === undefined || except?.some((each) => isExcept(each, name, file))) continue;
      found.push(`${file}:${source.slice(0, start).split("\n").length}: write ${instead} for "${name ?? match}"`);
    }
  };
  if (!isScript(file)) {
    for (const { 0: line, index } of source.matchAll(/.+/g)) check(line, index);
    return found;
  }
  const { program, comments } = parseSync(file, source);
  // Columns, variables of the environment and commands of SMTP have names that others read.
  const checkName = ({ name, start }: { name: string; start: number }) =>
    /_|^[A-Z]+$/.test(name) || check(name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase(), start, name);
  // A text without a space is a path, an address or a key.
  const checkText = (text: string, start: number) => /\s/.test(text) && check(text, start);
  for (const { value, start } of comments) check(value, start);
  new Visitor({
    Identifier: checkName,
    PrivateIdentifier: checkName,
    JSXIdentifier: checkName,
    JSXText: ({ value, start }) => checkText(value, start),
    TemplateElement: ({ value, start }) => checkText(value.raw, start),
    Literal: ({ value, start }) => typeof value === "string" && checkText(value, start),
  }).visit(program);
  return [...new Set(found)];
}
