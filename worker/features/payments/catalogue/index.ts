export { InlineOffer, offerOfInline } from "./inline-offer";
export { addInterval, type DayInterval, intervalsBetween } from "./interval";
export { currencies, minorUnits, type PriceConfig, priceAmount, timesQuantity } from "./money";
export {
  basesOf,
  defaultOffers,
  findOffer,
  findPrice,
  includedByDefault,
  isRecurring,
  type Offer,
  pricesOf,
} from "./offers";
