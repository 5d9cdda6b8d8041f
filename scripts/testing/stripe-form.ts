/** What a form has: texts, as all of its values are sent, lists and objects of them. */
export type Values = { [name: string]: unknown };
export type Form = Values;

/** Reads a form whose names have brackets for objects and lists: `items[0][price_data][currency]=usd`. */
export function readForm(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let place = form;
    for (const [index, key] of path.entries()) {
      if (index === path.length - 1) place[key] = value;
      else {
        place[key] ??= /^\d+$/.test(path[index + 1] ?? "") ? [] : {};
        place = place[key] as Values;
      }
    }
  }
  return form;
}
