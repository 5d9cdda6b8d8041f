/** An authenticator app, of its own making (RFC 6238, RFC 4226): what it shows owes nothing to what checks it. */
export function authenticator() {
  const key = crypto.getRandomValues(new Uint8Array(20));
  return {
    secretBase64: btoa(String.fromCharCode(...key)),
    /** Returns what the app shows now, or as many steps from now. */
    shows: (stepsFromNow = 0) => valueAt(key, Math.floor(Date.now() / 30_000) + stepsFromNow),
  };
}

async function valueAt(key: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const digest = new DataView(await crypto.subtle.sign("HMAC", hmac, counter));
  const offset = digest.getUint8(19) & 0xf;
  return String((digest.getUint32(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
