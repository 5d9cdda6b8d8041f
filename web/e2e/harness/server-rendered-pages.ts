import { PASSWORD } from "../../../scripts/testing/accounts";

/** The pages of the website that is rendered on a server, by name: code of a module beside those of the components. */
export const serverRenderedPages = `
import { lazy, Suspense, useEffect, useState } from "react";
import * as kit from ".";
const Late = lazy(async () => {
  if (globalThis.document) await new Promise((resolve) => { globalThis.load = resolve; });
  return { default: kit.UserButton };
});
const Own = () => {
  const user = kit.useUser({ or: "throw" });
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return <p data-hydrated={isHydrated}>{user.useItem("points").quantity} points, {user.selectedTeam.useItem("seats").quantity} seats</p>;
};
const OfUser = ({ app, userId, email }) => {
  const { data, error } = app.useItem({ userId, itemId: "points" }, { suspense: false });
  const signIn = () => app.signInWithCredential({ email, password: "${PASSWORD}", noRedirect: true });
  return <p>{data ? data.quantity + " points" : error ? "no points" : "…"} <button onClick={signIn}>Sign in</button></p>;
};
const page = (content) => ({ options }) => (
  <kit.GatehouseProvider app={new kit.GatehouseClientApp(options)}>{content}</kit.GatehouseProvider>
);
const itemPage = (Content) => ({ options: { userId, email, ...options } }) => {
  const [app] = useState(() => new kit.GatehouseClientApp(options));
  return <kit.GatehouseProvider app={app}><Suspense>
    <Content app={app} userId={userId} email={email} />
  </Suspense></kit.GatehouseProvider>;
};
const pages = {
  user: page(<kit.UserButton showUserInfo extraItems={[{ text: "Orders", onClick: () => { location.hash = "orders"; } }]} />),
  team: page(<kit.SelectedTeamSwitcher allowNull urlMap={(team) => "#" + (team ? team.displayName : "none")} />),
  signIn: page(<kit.SignIn />),
  providers: () => <kit.OAuthButtonGroup type="sign-in" mockProject={{ config: { oauthProviders: [{ id: "google" }, { id: "github" }] } }} />,
  late: page(<><kit.UserButton /><Suspense><Late /></Suspense></>),
  ownItems: itemPage(Own),
  itemOfUser: itemPage(OfUser),
};
`;
