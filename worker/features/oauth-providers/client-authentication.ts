import { type ClientAuth, ClientSecretPost, modifyAssertion, None, PrivateKeyJwt } from "oauth4webapi";
import { holdsPrivateKey, importPrivateKey } from "./private-key";
import type { Vendor } from "./vendor";

/**
 * Chooses how a client proves itself to a vendor, by what its configured secret is. Without one it is a public client,
 * which stands on PKCE alone. A private key in PEM, after `keyId:` if it has an id, signs assertions (RFC 7523).
 * Anything else goes along.
 */
export function clientAuthentication(vendor: Vendor, secret: string): ClientAuth {
  return async (server, client, body, headers) => {
    const prove = await proofOf(vendor, client.client_id, secret);
    return prove(server, client, body, headers);
  };
}

async function proofOf(vendor: Vendor, clientId: string, secret: string): Promise<ClientAuth> {
  if (secret === "") return None();
  if (vendor.makeSecret) return ClientSecretPost(await vendor.makeSecret(secret, clientId));
  if (holdsPrivateKey(secret)) return assertions(vendor, secret);
  return vendor.clientAuthentication === "basic" ? basic(secret) : ClientSecretPost(secret);
}

async function assertions(vendor: Vendor, secret: string): Promise<ClientAuth> {
  const [, keyId, pem = secret] = /^([^:]+):(.*)$/s.exec(secret) ?? [];
  const key = await importPrivateKey(pem, vendor.name);
  return PrivateKeyJwt(key, {
    [modifyAssertion](header, payload) {
      if (keyId) header[vendor.assertions?.keyIdParameter ?? "kid"] = keyId;
      if (vendor.assertions) payload.aud = vendor.assertions.audience;
    },
  });
}

/**
 * Authenticates by HTTP Basic with both parts form-encoded (RFC 6749 section 2.3.1). The library's own encoding escapes more than forms do,
 * hyphens and dots among them. Vendors that do not decode at all would take the result for another client.
 */
function basic(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    headers.set("authorization", `Basic ${btoa(`${formEncoded(client.client_id)}:${formEncoded(secret)}`)}`);
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
