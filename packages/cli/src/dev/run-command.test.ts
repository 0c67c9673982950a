import { expect, it } from 'vitest';

import { addressIn, AddressFinder } from './run-command.ts';

/** As these servers print it. */
it.each([
  [
    'Vite',
    '  \u001B[32m➜\u001B[39m  \u001B[1mLocal\u001B[22m:   \u001B[36mhttp://localhost:\u001B[1m5173\u001B[22m/\u001B[39m',
    'http://localhost:5173',
  ],
  ['Next.js', '   - Local:        http://localhost:3000', 'http://localhost:3000'],
  ['Django', 'Starting development server at http://127.0.0.1:8000/', 'http://127.0.0.1:8000'],
  ['Rails', '* Listening on http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['Laravel', '   INFO  Server running on [http://127.0.0.1:8000].', 'http://127.0.0.1:8000'],
  [
    'Phoenix',
    '[info] Running ShopWeb.Endpoint with Bandit 1.8.0 at 127.0.0.1:4000 (http)',
    'http://127.0.0.1:4000',
  ],
  ['Flask', ' * Running on http://127.0.0.1:5000', 'http://127.0.0.1:5000'],
  [
    'PHP',
    '[Mon Nov 16 05:00:00 2026] PHP 8.4 Development Server (http://localhost:8000) started',
    'http://localhost:8000',
  ],
  ['Python', 'Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ...', 'http://localhost:8000'],
  ['Express', 'Example app listening on port 3000', 'http://localhost:3000'],
  ['Go', '2026/11/16 05:00:00 listening on :8080', 'http://localhost:8080'],
  ['Caddy', 'server running at https://shop.localhost', 'https://shop.localhost'],
])('finds the address of %s', (_, line, origin) => {
  expect(addressIn(line)?.origin).toBe(origin);
});

it.each([
  '> shop@1.0.0 dev',
  '> node server.js --port 3000',
  'Debugger listening on ws://127.0.0.1:9229/0f2c',
  'For help, see: https://nodejs.org/en/docs/inspector',
  'ready in 300 ms',
  'Docs: http://localhost.example.com:80/',
])('finds none in %s', (line) => {
  expect(addressIn(line)).toBeNull();
});

it('waits for the whole line', () => {
  const finder = new AddressFinder();
  expect(finder.push('> dev\nLocal: http://localhost:51')).toBeNull();
  expect(finder.push('73/\nNetwork: http://192.168.1.5:5173/\n')?.origin).toBe('http://localhost:5173');
});
