/** The page that all of them drive: a list of products, two thousand elements. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export const elements = 2_000;
/** The one that is clicked; no other has this name. */
export const buttonName = 'Count me';

export interface PageServer extends AsyncDisposable {
  readonly url: string;
}

export async function servePage(): Promise<PageServer> {
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(html());
    else response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Eight elements for a product: what is read, what is clicked, what is typed into, and boxes around them. */
export function html(head = ''): string {
  const products = Array.from(
    { length: elements / 8 },
    (
      _,
      n,
    ) => `<li><article><h3>Coffee ${n}</h3><p>Washed, from farm ${n}</p><a href="/coffee/${n}">Details</a>
<label>Bags <input type="number" value="${n % 9}"></label><button>Add coffee ${n}</button></article></li>`,
  );
  return `<!doctype html><html lang="en"><title>Harbor Coffee</title>${head}
<style>ul { display: grid; grid-template-columns: repeat(5, 1fr); list-style: none } input { width: 4em }</style>
<script>var clicks = 0</script>
<body><h1>Coffee</h1><button onclick="clicks += 1">${buttonName}</button><ul>${products.join('\n')}</ul></body></html>`;
}
