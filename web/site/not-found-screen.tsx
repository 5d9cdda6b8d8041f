import { MessageCard } from "../ui/message-card";
import { useTitle } from "../ui/use-title";
import { QuietScreen } from "./quiet-screen";

export function NotFoundScreen() {
  useTitle("Page not found · Gatehouse");
  return (
    <QuietScreen>
      <MessageCard title="Page not found" primaryButtonText="Go home" primaryAction={() => window.location.assign("/")}>
        <p>There is no page at this address. It may have moved, or the address has a slip in it.</p>
      </MessageCard>
    </QuietScreen>
  );
}
