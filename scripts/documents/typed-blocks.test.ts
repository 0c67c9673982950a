import { expect, it } from 'vitest';

import { parseDocument, readDocuments } from './document.ts';
import { printFindings } from './finding.ts';
import { compileBlocks } from './typed-blocks.ts';

it(
  'compiles every block that imports our packages, and finds what is wrong',
  { tags: ['full'], timeout: 300_000 },
  () => {
    const wrong = parseDocument(
      'docs/wrong.md',
      "```js\nimport { gone, openStore } from '@annotate-mcp/store';\n\nawait openStore(7);\n```\n",
    );
    expect(printFindings(compileBlocks([...readDocuments(), wrong]))).toBe(
      [
        `docs/wrong.md:2: Module '"@annotate-mcp/store"' has no exported member 'gone'.`,
        `docs/wrong.md:4: Argument of type 'number' is not assignable to parameter of type 'string'.`,
      ].join('\n'),
    );
  },
);
