import { expect, it } from 'vitest';

import { hubAddress } from './annotate-tab.ts';

const server = 'http://127.0.0.1:3456';

it('returns URLs below the hub', () => {
  expect(hubAddress(server, '/__annotate', '/api/attachments?a=b')).toBe(
    'http://127.0.0.1:3456/__annotate/api/attachments?a=b',
  );
});

it('accepts any spelling of the server', () => {
  expect(hubAddress('http://LocalHost:80', '/__annotate', '/api')).toBe('http://localhost/__annotate/api');
});

it.each([
  '',
  'api',
  '/../mcp',
  '/..\\\\mcp',
  '/api/../../mcp',
  '/%2e%2e/mcp',
  '/.%2E/connect',
  '@elsewhere/',
])('refuses other URLs: %s', (path) => {
  expect(hubAddress(server, '/__annotate', path)).toBeNull();
});
