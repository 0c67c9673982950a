/** The built view as an HTML page: marked for browser tabs, and with a policy that allows no other script. */

const hostMeta = '<meta name="annotate-mcp-host" content="page">';

/** `view` is our own build, so that its tags have a known form. */
export function createViewHtml(view: string, nonce: string): string {
  return withNonce(
    view.replace(/<head[^>]*>/i, (head) => `${head}${hostMeta}`),
    nonce,
  );
}

/** Text inside a script may look like a script tag, and must not be changed. */
function withNonce(html: string, nonce: string): string {
  return html.replaceAll(
    /<script\b([^>]*>[^]*?<\/script\s*>)/gi,
    (_, rest: string) => `<script nonce="${nonce}"${rest}`,
  );
}

export function viewHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Formulas and diagrams have style attributes, which a nonce cannot allow.
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
