/**
 * The name of a message in the catalogues: FNV-1a of its English text, in seven characters at most. With the texts themselves,
 * a catalogue would be twice as large.
 */
export function messageId(message: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < message.length; index++) {
    hash = Math.imul(hash ^ message.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
