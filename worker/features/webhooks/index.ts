export { type EventType, jsonBoolean, recordEvent, recordEventsOf } from "./events";
