import { afterEach, expect, it, vi } from 'vitest';

import { PageRequests } from './page-requests.ts';

let requests: PageRequests | null = null;
afterEach(() => requests?.close());

it('tells what code of the page asked for, without a query, and how it was answered', async () => {
  requests = new PageRequests('/__annotate');
  const path = '/packages/overlay/package.json';
  await (await fetch(`${path}?token=1`)).text();
  const told = () => requests?.read().filter(({ address }) => address === path);
  await vi.waitUntil(() => told()?.length === 1);
  expect(told()).toEqual([{ address: path, status: 200 }]);
});

it('tells nothing of the hub, of the dev server and of what has no answer', async () => {
  requests = new PageRequests('/__annotate');
  await Promise.allSettled([
    fetch('/__annotate/api/proof'),
    fetch('/@vite/client'),
    fetch('http://localhost:9/nobody'),
    fetch('/packages/core/package.json').then((answer) => answer.text()),
  ]);
  const addresses = () => requests?.read().map(({ address }) => address) ?? [];
  await vi.waitUntil(() => addresses().includes('/packages/core/package.json'));
  expect(addresses().filter((each) => /__annotate|@vite|nobody/.test(each))).toEqual([]);
});
