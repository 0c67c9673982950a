import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';

import { RecentClients, recentMs } from './recent-clients.ts';

const from = (name: string) => ({ params: { _meta: { [CLIENT_INFO_META_KEY]: { name } } } });

it('counts a client while its request runs and for a minute after it', () => {
  let now = 0;
  const clients = new RecentClients(() => new Date(now));
  const ends = [
    clients.begin('127.0.0.1', from('claude-code')),
    clients.begin('127.0.0.1', from('claude-code')),
    clients.begin('127.0.0.1', from('cursor')),
    clients.begin('192.168.1.20', from('cursor')),
    clients.begin('127.0.0.1', undefined),
  ];
  expect(clients.size).toBe(4);
  now = 10 * recentMs;
  expect(clients.size).toBe(4);
  for (const end of ends) end();
  expect(clients.size).toBe(4);
  now += recentMs + 1;
  expect(clients.size).toBe(0);
});
