import { expect, it } from 'vitest';

import { createManifestClient } from './manifest-client.ts';

it('passes by the mocks of MSW, which else warns in the console; no header goes to another origin', async () => {
  const asked: [unknown, RequestInit | undefined][] = [];
  const send: typeof fetch = (input, init) => {
    asked.push([input, init]);
    return Promise.resolve(new Response('{}'));
  };
  await createManifestClient('/__annotate', send).refresh();
  await createManifestClient('http://localhost:7000/__annotate', send).refresh();
  const headers = { accept: 'application/json, msw/passthrough', 'x-msw-intention': 'bypass' };
  expect(asked).toEqual([
    ['/__annotate/manifest', { headers }],
    ['http://localhost:7000/__annotate/manifest', {}],
  ]);
});
