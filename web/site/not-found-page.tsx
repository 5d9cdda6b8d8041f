import { CenteredPage } from "../ui/layout/centered-page";
import { useFrame } from "../ui/layout/frame-skeleton";
import { MessageCard } from "../ui/layout/message-card";
import { useTitle } from "../ui/layout/use-title";
import { HomeLink } from "./home-link";

export function NotFoundPage() {
  useFrame();
  useTitle("Page not found · Gatehouse");
  return (
    <CenteredPage brand={<HomeLink />}>
      <MessageCard title="Page not found" primaryButtonText="Go home" primaryAction={() => window.location.assign("/")}>
        <p>There is no page at this address. It may have moved, or the address may contain a typing error.</p>
      </MessageCard>
    </CenteredPage>
  );
}
