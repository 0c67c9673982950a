import { expect, it } from 'vitest';

import { documentChecks } from './checks/index.ts';
import { type Document, parseDocument, readDocuments } from './document.ts';
import { printFindings } from './finding.ts';

const documents = readDocuments();

async function findingsIn(checked: readonly Document[], all: readonly Document[]): Promise<string> {
  const findings = await Promise.all(
    checked.flatMap((document) => documentChecks.map(async ({ check }) => check(document, all))),
  );
  return printFindings(findings.flat());
}

it.each(documentChecks)('every $name', async ({ check }) => {
  const findings = await Promise.all(documents.map(async (document) => check(document, documents)));
  expect(printFindings(findings.flat())).toBe('');
});

it.each([
  { text: '[a](gone.md)', found: 'docs/gone.md, which does not exist' },
  { text: '[a](README.md#gone)', found: 'a heading that docs/README.md does not have' },
  { text: '<img src="images/gone.png" alt="">', found: 'docs/images/gone.png, which does not exist' },
  { text: '[a](https://github.com/annotate-mcp/annotate-mcp/blob/main/gone.ts)', found: 'does not exist' },
  { text: '[a](https://www.npmjs.com/package/@annotate-mcp/gone)', found: 'no package @annotate-mcp/gone' },
  { text: 'Run `npm run gone`.', found: 'no script gone' },
  { text: 'Run `npx annotate-mcp init --gone`.', found: "unknown option '--gone'" },
  { text: 'Run `annotate-mcp gone`.', found: "unknown command 'gone'" },
  { text: '```sh\nnpx annotate-mcp review\n```', found: "missing required argument 'file'" },
  { text: '```sh\nnpm test && gone --now\n```', found: 'gone is a program that no check knows' },
  { text: '```sh\nnpm install --save-dev @annotate-mcp/gone\n```', found: 'no package @annotate-mcp/gone' },
  { text: '```sh\necho "open\n```', found: 'is not closed' },
  { text: '```js\nconst = 1;\n```', found: 'Unexpected token' },
  { text: '```ts\nconst a: = 1;\n```', found: 'docs/sample.md:2: ' },
  { text: '```json\n{ "a": 1, }\n```', found: 'JSON' },
  { text: '```jsonc\n"a": 1,,\n```', found: 'docs/sample.md:2: ' },
  {
    text: '```json\n{ "mcpServers": { "annotate": { "command": "npx", "args": ["annotate-mcp", "--gone"] } } }\n```',
    found: "unknown option '--gone'",
  },
  {
    text: '```json\n{ "mcpServers": { "annotate": { "commands": "npx" } } }\n```',
    found: 'mcpServers.annotate',
  },
  { text: '```json\n{ "name": "orders", "pages": 1 }\n```', found: 'pages' },
  { text: '```cobol\nSTOP RUN.\n```', found: 'Blocks of cobol are not checked' },
])('finds what is wrong with $text', async ({ text, found }) => {
  const sample = parseDocument('docs/sample.md', text);
  expect((await findingsIn([sample], [...documents, sample])).toLowerCase()).toContain(found.toLowerCase());
});
