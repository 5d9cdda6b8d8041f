import { maxBodyBytes } from "../protocol/common-errors";

/** As many bytes as a body holds, with room for what stands around it. */
export const longest = (beginning: string) =>
  beginning.repeat(Math.floor((maxBodyBytes - 1_000) / (JSON.stringify(beginning).length - 2 + byteExcess(beginning))));

function byteExcess(text: string): number {
  return new TextEncoder().encode(text).length - text.length;
}
