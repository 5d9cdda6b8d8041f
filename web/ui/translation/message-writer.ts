/** Translations by the ids of their messages. */
export type Messages = Readonly<Record<string, string>>;

const forms = /(=\d+|\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

/** `{name}`, or `{count, plural, =0 {…} one {…} other {…}}`, whose forms may contain placeholders. */
const placeholder = /\{(\w+)(?:, plural,((?:\s*(?:=\d+|\w+) \{(?:[^{}]|\{\w+\})*\})+)\s*)?\}/g;

/**
 * Writes ICU messages of a language with values in place of their placeholders. In a plural form `#` is the number. Whatever
 * else a message has between braces stays as it is.
 */
export function messageWriter(language: string) {
  const numbers = new Intl.NumberFormat(language);
  const categories = new Intl.PluralRules(language);

  return function write(message: string, values: Readonly<Record<string, unknown>>): string {
    return message.replace(placeholder, (_, name: string, plural?: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (!plural) return String(value ?? "");
      const number = Number(value);
      const texts = new Map([...plural.matchAll(forms)].map(([, form, text]) => [form, text]));
      const text = texts.get(`=${number}`) ?? texts.get(categories.select(number)) ?? texts.get("other") ?? "";
      return write(text.replaceAll("#", numbers.format(number)), values);
    });
  };
}
