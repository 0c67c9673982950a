/** The view's one file as a page of its own: marked as such, and with a policy that runs nothing else. */

const mark = '<meta name="annotate-mcp-host" content="page">';

/** `view` is our own build, so tags stand where a build writes them. */
export function pageOf(view: string, nonce: string): string {
  return withNonce(
    view.replace(/<head[^>]*>/i, (head) => `${head}${mark}`),
    nonce,
  );
}

/** What stands inside of a script may look like one, and must stay as it is. */
function withNonce(html: string, nonce: string): string {
  return html.replaceAll(
    /<script\b([^>]*>[^]*?<\/script\s*>)/gi,
    (_, rest: string) => `<script nonce="${nonce}"${rest}`,
  );
}

export function pageHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyWith(nonce),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Formulas and diagrams bring styles with every element, which no nonce can name.
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
