/** A compiled message, in order: texts, placeholders, and plural forms by a number of their own or by category. */
export type Tokens = readonly (string | Placeholder)[];

type Placeholder = readonly [name: string, kind?: "plural", forms?: Readonly<Record<string, Tokens>>];

/** Messages by their ids: as texts, or compiled where they have plural forms. */
export type Messages = Readonly<Record<string, string | Tokens>>;

/** What writes compiled messages in a language, with values in place of their placeholders. */
export function compiledMessageWriter(language: string) {
  const numbers = new Intl.NumberFormat(language);
  const categories = new Intl.PluralRules(language);

  /** @param count the number that a plural form is for */
  return function write(tokens: Tokens, values: Readonly<Record<string, unknown>>, count?: number): string {
    const texts = tokens.map((token) => {
      if (token === "#" && count !== undefined) return numbers.format(count);
      if (typeof token === "string") return token;
      const [name, , forms] = token;
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (!forms) return String(value ?? "");
      const number = Number(value);
      return write(forms[number] ?? forms[categories.select(number)] ?? forms.other ?? [], values, number);
    });
    return texts.join("");
  };
}
