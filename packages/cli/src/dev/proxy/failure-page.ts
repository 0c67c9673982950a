/** What the browser shows while the dev server does not answer. */

export interface FailureText {
  readonly title: string;
  readonly what: string;
  readonly fix: string;
}

/** Marks the answers that are the proxy's own, so that the page knows when another server answers. */
export const failureHeader = 'X-Annotate-Dev';

export function describeFailure(upstream: URL | null, error: NodeJS.ErrnoException | null): FailureText {
  if (upstream === null) {
    return {
      title: 'Waiting for the dev server',
      what: 'The command has not printed an address yet.',
      fix: 'This page reloads when it does. If the server prints no address, name it: annotate-mcp dev http://localhost:8000 -- your command',
    };
  }
  const { origin } = upstream;
  switch (error?.code) {
    case 'ECONNREFUSED':
      return {
        title: 'Waiting for the dev server',
        what: `No server answers at ${origin} yet.`,
        fix: 'Start your dev server; this page reloads when it answers. If it listens elsewhere, start annotate-mcp dev with that address.',
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        title: 'The dev server was not found',
        what: `There is no address for the name ${upstream.hostname}.`,
        fix: 'Check the address that annotate-mcp dev was started with.',
      };
    default:
      return { title: 'The dev server did not answer', ...describeOther(origin, error) };
  }
}

function describeOther(origin: string, error: NodeJS.ErrnoException | null): Omit<FailureText, 'title'> {
  const what = `${origin} was asked, and the connection failed: ${error?.message ?? 'no reason is known'}.`;
  if (error !== null && /certificate|self-signed|altname/i.test(`${error.code ?? ''} ${error.message}`)) {
    return { what, fix: 'If you know this server, start annotate-mcp dev with --insecure.' };
  }
  if (error?.code === 'EPROTO' || error?.code?.startsWith('HPE_') === true) {
    return { what, fix: 'Check whether the server speaks http or https, and name it with that scheme.' };
  }
  return { what, fix: 'Look into the output of your dev server, then reload this page.' };
}

/** The page asks for itself again each second while it is visible, so that no other part has to watch the dev server. */
export function failurePage({ title, what, fix }: FailureText, canReload: boolean): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 13px/1.45 system-ui, sans-serif;
    background: light-dark(#fafafa, #18181b); color: light-dark(#18181b, #fafafa); }
  main { max-width: 420px; margin: 24px; padding: 24px; border-radius: 10px;
    border: 1px solid light-dark(#e4e4e7, #3a3a41); background: light-dark(#fff, #232327); }
  h1 { margin: 0 0 8px; font-size: 16px; }
  p { margin: 8px 0 0; overflow-wrap: anywhere; }
  .fix { color: light-dark(#62626b, #a6a6b0); }
</style>
<main>
  <h1>${escapeHtml(title)}</h1>
  <p>${escapeHtml(what)}</p>
  <p class="fix">${escapeHtml(fix)}</p>
</main>
${canReload ? reloadScript : ''}</html>
`;
}

const reloadScript = `<script>
  async function reloadWhenAnswered() {
    if (!document.hidden) {
      try {
        const { headers } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
        if (!headers.has('${failureHeader}')) return location.reload();
      } catch {
        // The proxy itself has ended, or is being started again.
      }
    }
    setTimeout(reloadWhenAnswered, 1000);
  }
  setTimeout(reloadWhenAnswered, 1000);
</script>
`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
