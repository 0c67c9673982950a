export function pageHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    // A page that opened this one as a window gets no hold of it.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Without these two, an app that is cross-origin isolated could not show the frame.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/** A policy cannot name IPv6 addresses: an app at `[::1]` is answered in a window. */
const loopbackPages = ['localhost', '*.localhost', '127.0.0.1']
  .flatMap((host) => [`http://${host}:*`, `https://${host}:*`])
  .join(' ');

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${loopbackPages}`,
  ].join('; ');
}
