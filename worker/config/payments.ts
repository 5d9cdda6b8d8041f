import { isObject } from "./override";
import { chosenId, money } from "./rules";
import {
  amount,
  choice,
  either,
  exactly,
  flag,
  group,
  optionalFlag,
  optionalText,
  record,
  required,
  type Setting,
  textOrId,
  wrongType,
} from "./settings";

const dayUnits = ["day", "week", "month", "year"] as const;

/** A count and a unit: `[2, "week"]`. */
export type DayInterval = readonly [count: number, unit: (typeof dayUnits)[number]];

const dayInterval: Setting<DayInterval | undefined> = {
  below: () => undefined,
  kindComplaint: (value, path) => {
    if (!Array.isArray(value)) return wrongType("array", value, path);
    if (value.length !== 2) {
      const problem = value.length < 2 ? "few" : "many";
      return `${path} tuple value has too ${problem} items, expected a length of 2 but got ${value.length} for value: \`${JSON.stringify(value)}\``;
    }
    const [count, unit] = value;
    if (typeof count !== "number") return wrongType("number", count, `${path}[0]`);
    if (!Number.isInteger(count)) return `${path}[0] must be an integer`;
    if (count < 0) return `${path}[0] must be greater than or equal to 0`;
    return choice(dayUnits, undefined).kindComplaint(unit, `${path}[1]`);
  },
  render: (value) => (dayInterval.kindComplaint(value, "") === null ? (value as DayInterval) : undefined),
  complaints: () => [],
};

/** Decimals of the currencies in which a price may be given. */
const currencies = { USD: 2, EUR: 2, GBP: 2, JPY: 0, INR: 2, AUD: 2, CAD: 2 } as const;

const priceFields = group({
  USD: optionalText(money("USD", currencies.USD)),
  EUR: optionalText(money("EUR", currencies.EUR)),
  GBP: optionalText(money("GBP", currencies.GBP)),
  JPY: optionalText(money("JPY", currencies.JPY)),
  INR: optionalText(money("INR", currencies.INR)),
  AUD: optionalText(money("AUD", currencies.AUD)),
  CAD: optionalText(money("CAD", currencies.CAD)),
  interval: dayInterval,
  freeTrial: dayInterval,
  serverOnly: flag(false),
});

const price: typeof priceFields = {
  ...priceFields,
  *complaints(value, at, name) {
    yield* priceFields.complaints(value, at, name);
    const hasCurrency =
      isObject(value) && Object.keys(currencies).some((currency) => (value[currency] ?? null) !== null);
    if (!hasCurrency) yield { at, message: "At least one currency is required" };
  },
};

const customerTypes = ["user", "team", "custom"] as const;

/** The catalogue: what may be bought, and what a purchase brings. */
export const payments = group({
  autoPay: group({ interval: dayInterval }),
  groups: record(chosenId("group"), group({ displayName: optionalText() })),
  offers: record(
    chosenId("offer"),
    group({
      displayName: textOrId(),
      groupId: optionalText(chosenId("group")),
      isAddOnTo: either(exactly(false), record(chosenId("offer"), exactly(true)), false as const),
      freeTrial: dayInterval,
      serverOnly: flag(false),
      stackable: optionalFlag(),
      prices: required(either(choice(["include-by-default"], undefined), record(chosenId("price"), price), {})),
      customerType: required(choice(customerTypes, "user")),
      includedItems: record(
        chosenId("item"),
        group({
          quantity: required(amount(0)),
          repeat: either(dayInterval, choice(["never"], undefined), "never" as const),
          expires: choice(["never", "when-purchase-expires", "when-repeated"], "when-repeated"),
        }),
      ),
    }),
  ),
  items: record(chosenId("item"), group({ displayName: textOrId(), customerType: choice(customerTypes, "user") })),
});
