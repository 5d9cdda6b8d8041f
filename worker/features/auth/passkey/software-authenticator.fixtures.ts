import { encodeBase64urlNoPadding } from "@oslojs/encoding";

/** Holds what a test replaces of the output of an honest browser and authenticator. */
export interface Bent {
  /** The page that the browser names; a test's page is on localhost by default. */
  origin?: string;
  /** In place of the host of the page. */
  rpId?: string;
  challenge?: string;
  /** `webauthn.create` or `webauthn.get`. */
  type?: string;
  crossOrigin?: boolean;
  isUserPresent?: boolean;
  isUserVerified?: boolean;
  /** Base64url; null leaves it out. */
  userHandle?: string | null;
  credentialId?: Uint8Array;
  /** The model of the authenticator, 16 bytes; zeros by default. */
  aaguid?: Uint8Array;
  attestation?: { format: string; statement: Map<string, Cbor> };
  /** Attests with a signature by the new key itself. */
  isSelfAttested?: boolean;
}

export const pageOrigin = "http://localhost:3000";

/** An authenticator with one discoverable P-256 passkey, and the browser around it (WebAuthn sections 6.3 and 5.8.1). */
export class SoftwareAuthenticator {
  /** Counted up before each sign-in; set it to 0 and `countsSignatures` to false for one that keeps none. */
  signCount = 0;
  countsSignatures = true;
  credentialId: Uint8Array = crypto.getRandomValues(new Uint8Array(16));
  #keys: CryptoKeyPair | undefined;
  #userHandle = "";

  get id(): string {
    return encodeBase64urlNoPadding(this.credentialId);
  }

  /** Makes a new key pair for `options_json`, as `navigator.credentials.create()` does. */
  async register(options: { challenge: string; user: { id: string } }, bent: Bent = {}) {
    this.#keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    this.#userHandle = options.user.id;
    this.credentialId = bent.credentialId ?? this.credentialId;
    const idLength = [this.credentialId.length >> 8, this.credentialId.length & 255];
    const attested = [bent.aaguid ?? new Uint8Array(16), idLength, this.credentialId, await this.#coseKey()];
    const authData = bytes(await authenticatorData(bent, this.signCount, { isAttested: true }), ...attested);
    const clientDataJSON = clientData("webauthn.create", options.challenge, bent);
    const attestation = bent.isSelfAttested
      ? { format: "packed", statement: await this.#selfAttestation(authData, clientDataJSON) }
      : bent.attestation;
    const { format, statement } = attestation ?? { format: "none", statement: new Map<string, Cbor>() };
    const attestationObject = new Map<string, Cbor>([
      ["fmt", format],
      ["attStmt", statement],
      ["authData", authData],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        attestationObject: encodeBase64urlNoPadding(cbor(attestationObject)),
        transports: ["internal"],
      },
    };
  }

  /** Signs the challenge of `options_json`, as `navigator.credentials.get()` does. */
  async signIn(options: { challenge: string }, bent: Bent = {}) {
    if (this.countsSignatures) this.signCount += 1;
    const authData = await authenticatorData(bent, this.signCount, { isAttested: false });
    const clientDataJSON = clientData("webauthn.get", options.challenge, bent);
    const signature = await this.#sign(authData, clientDataJSON);
    const userHandle = bent.userHandle === undefined ? this.#userHandle : bent.userHandle;
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: encodeBase64urlNoPadding(authData),
        signature: encodeBase64urlNoPadding(signature),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }

  async #sign(authData: Uint8Array, clientDataJSON: string): Promise<Uint8Array> {
    if (!this.#keys) throw new Error("The authenticator has no passkey yet");
    const clientDataHash = await crypto.subtle.digest("SHA-256", fromBase64url(clientDataJSON));
    const signed = bytes(authData, new Uint8Array(clientDataHash));
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    return derSignature(new Uint8Array(await crypto.subtle.sign(algorithm, this.#keys.privateKey, signed)));
  }

  async #selfAttestation(authData: Uint8Array, clientDataJSON: string): Promise<Map<string, Cbor>> {
    const statement: [string, Cbor][] = [
      ["alg", -7],
      ["sig", await this.#sign(authData, clientDataJSON)],
    ];
    return new Map(statement);
  }

  #credential() {
    const { id } = this;
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, authenticatorAttachment: "platform" };
  }

  async #coseKey(): Promise<Uint8Array> {
    if (!this.#keys) throw new Error("The authenticator has no passkey yet");
    const { x = "", y = "" } = (await crypto.subtle.exportKey("jwk", this.#keys.publicKey)) as JsonWebKey;
    // Key type EC2, algorithm ES256, curve P-256 (RFC 9053 section 7.1.1).
    const key: [number, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, fromBase64url(x)],
      [-3, fromBase64url(y)],
    ];
    return cbor(new Map<number, Cbor>(key));
  }
}

function clientData(type: string, challenge: string, bent: Bent): string {
  const { origin = pageOrigin, crossOrigin = false } = bent;
  const text = JSON.stringify({
    type: bent.type ?? type,
    challenge: bent.challenge ?? challenge,
    origin,
    crossOrigin,
  });
  return encodeBase64urlNoPadding(new TextEncoder().encode(text));
}

async function authenticatorData(bent: Bent, signCount: number, { isAttested }: { isAttested: boolean }) {
  const { origin = pageOrigin, isUserPresent = true, isUserVerified = true } = bent;
  const rpId = new TextEncoder().encode(bent.rpId ?? new URL(origin).hostname);
  const rpIdHash = new Uint8Array(await crypto.subtle.digest("SHA-256", rpId));
  const flags = Number(isUserPresent) | (Number(isUserVerified) << 2) | (Number(isAttested) << 6);
  const counter = new Uint8Array(4);
  new DataView(counter.buffer).setUint32(0, signCount);
  return bytes(rpIdHash, [flags], counter);
}

export type Cbor = number | string | Uint8Array | Cbor[] | Map<number, Cbor> | Map<string, Cbor>;

/** The little of CBOR (RFC 8949) that attestations are made of. */
export function cbor(value: Cbor): Uint8Array {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (value instanceof Uint8Array) return bytes(head(2, value.length), value);
  if (typeof value === "string") {
    const text = new TextEncoder().encode(value);
    return bytes(head(3, text.length), text);
  }
  if (Array.isArray(value)) return bytes(head(4, value.length), ...value.map(cbor));
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return bytes(head(5, value.size), ...entries);
}

function head(majorType: number, argument: number): Uint8Array {
  const kind = majorType << 5;
  if (argument < 24) return Uint8Array.of(kind | argument);
  if (argument < 256) return Uint8Array.of(kind | 24, argument);
  return Uint8Array.of(kind | 25, argument >> 8, argument & 255);
}

/** The two halves of a raw ECDSA signature as ASN.1 integers in a sequence, which is how authenticators sign. */
function derSignature(raw: Uint8Array): Uint8Array {
  const integers = bytes(derInteger(raw.subarray(0, 32)), derInteger(raw.subarray(32)));
  return bytes([0x30, integers.length], integers);
}

function derInteger(unsigned: Uint8Array): Uint8Array {
  const first = unsigned.findIndex((byte) => byte !== 0);
  const digits = unsigned.subarray(first);
  const isNegative = (digits[0] ?? 0) > 127;
  return bytes([0x02, digits.length + Number(isNegative)], isNegative ? [0] : [], digits);
}

function bytes(...parts: (Uint8Array | number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
