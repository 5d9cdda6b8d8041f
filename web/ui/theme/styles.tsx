import { componentStyles } from "./component-styles";

/**
 * The stylesheet of the components, beside each of their roots: React keeps one, in the head of the page, and a server sends
 * it before what it styles. Renders nothing in the site.
 */
export function Styles({ nonce }: { nonce?: string }) {
  if (!componentStyles) return null;
  return (
    <style href="gatehouse" precedence="gatehouse" nonce={nonce}>
      {componentStyles}
    </style>
  );
}
