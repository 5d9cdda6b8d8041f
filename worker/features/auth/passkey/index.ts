export { keepUse, passkeyQueries, proveByPasskey } from "./prove-by-passkey";
