export { passkeyQueries, proveByPasskey } from "./prove-by-passkey";
