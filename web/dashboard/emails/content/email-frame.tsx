/** An email in HTML, in a frame that runs no script and leads nowhere. */
export function EmailFrame({ title, html, className }: { title: string; html: string; className: string }) {
  // A click on a link would replace the email.
  return <iframe title={title} sandbox="" srcDoc={`${html}<base target="_blank">`} className={className} />;
}
