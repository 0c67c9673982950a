import { describeGuard, token, type GuardRow } from './testing/guard-table.ts';

const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
const extension = `chrome-extension://${extensionId}`;

const extensionSocket: GuardRow[] = [
  {
    name: 'passes the extension with the token',
    facts: { origin: extension, tokens: { subprotocol: token } },
    expected: null,
  },
  {
    name: 'passes the extension with the token in its URL',
    facts: { origin: extension, tokens: { query: token } },
    expected: null,
  },
  {
    name: 'refuses the extension without the token',
    facts: { origin: extension },
    expected: 'token/missing',
  },
  {
    name: 'refuses the extension with a wrong token',
    facts: { origin: extension, tokens: { query: `${token}x` } },
    expected: 'token/wrong',
  },
  {
    name: 'refuses the extension with an empty token',
    facts: { origin: extension, tokens: { query: '' } },
    expected: 'token/wrong',
  },
  {
    name: 'does not read a cookie for the extension',
    facts: { origin: extension, tokens: { cookie: token } },
    expected: 'token/missing',
  },
  {
    name: 'refuses another extension',
    facts: { origin: 'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba', tokens: { query: token } },
    expected: 'origin/not-the-extension',
  },
  {
    name: 'refuses an id that only starts right',
    facts: { origin: `${extension}.evil`, tokens: { query: token } },
    expected: 'origin/not-the-extension',
  },
  {
    name: 'refuses a page of this server',
    facts: { origin: 'http://localhost:5173', tokens: { query: token } },
    expected: 'origin/not-the-extension',
  },
  {
    name: 'refuses a program without Origin',
    facts: { tokens: { query: token } },
    expected: 'origin/not-the-extension',
  },
  {
    name: 'refuses everyone while no id is known',
    facts: { origin: 'chrome-extension://', tokens: { query: token } },
    options: { token, extensionIds: [''] },
    expected: 'origin/not-the-extension',
  },
  {
    name: 'refuses everyone while no token is set up',
    facts: { origin: extension, tokens: { query: '' } },
    options: { token: '', extensionIds: [extensionId] },
    expected: 'token/not-set-up',
  },
].map((row) => ({
  options: { token, extensionIds: [extensionId] },
  ...row,
  policy: 'extension',
  facts: { ...row.facts, upgrade: true },
}));

describeGuard('the extension socket', extensionSocket);
