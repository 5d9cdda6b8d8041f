import { app } from "../../gatehouse";

/** A page that the proxy does not protect, and that protects itself. */
export default async function Members() {
  const user = await app.getUser({ or: "redirect" });
  return <h1>Members, among them {user.displayName ?? user.primaryEmail}</h1>;
}
