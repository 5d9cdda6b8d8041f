import { Badge } from "../feedback/badge";

/** Whether a key is valid; `whyInvalid` as the kit returns it. */
export function KeyStatus({ whyInvalid }: { whyInvalid: "expired" | "manually-revoked" | null }) {
  switch (whyInvalid) {
    case "expired":
      return <Badge tone="warning">Expired</Badge>;
    case "manually-revoked":
      return <Badge tone="danger">Revoked</Badge>;
    case null:
      return <Badge tone="success">Valid</Badge>;
  }
}
