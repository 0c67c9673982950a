let asked: Promise<boolean> | null = null;

/**
 * Whether the page has a Content Security Policy. A picture may break such a policy in ways that cannot be known before,
 * and the browser writes each of them to the console of the app. Asked once for each load of the page.
 */
export function hasContentPolicy(): Promise<boolean> {
  return (asked ??= readPolicy());
}

async function readPolicy(): Promise<boolean> {
  if (document.querySelector('meta[http-equiv="content-security-policy" i]') !== null) return true;
  try {
    // A script cannot read the headers of its own page. The cached answer serves as well.
    const { headers } = await fetch(location.href, { method: 'HEAD', cache: 'force-cache' });
    return headers.has('content-security-policy');
  } catch {
    // The server is gone, or the page may not ask it.
    return true;
  }
}
