export { InlineOffer, offerOfInline } from "./inline-offer";
export { addInterval, type DayInterval, dateOrNull, endOfPeriod, intervalsBetween } from "./interval";
export { minorUnits, type PriceConfig, priceAmount, timesQuantity } from "./money";
export {
  basesOf,
  defaultOffers,
  findOffer,
  findPrice,
  isRecurring,
  type Offer,
  pricesOf,
  trialOf,
} from "./offers";
export { toWirePrice, WirePrice } from "./wire-price";
