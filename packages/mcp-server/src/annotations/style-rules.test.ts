import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../testing/linked-client.ts';

it('rules of style sheets come with the claim and the whole, with the line of the file as it is now', async () => {
  const { root, store, connect } = await startLinked();
  writeFileSync(join(root, 'card.css'), '\n.card { color: red }\n');
  const id = uuidOf(1);
  const styleRules = [
    { selector: '.card', file: 'card.css', declarations: ['color: red'] },
    { selector: '.card:hover', inactive: true as const, declarations: ['color: blue'] },
  ];
  const annotation = sampleAnnotation({ id, kind: 'element' });
  if (annotation.kind !== 'element') throw new Error('The sample is of another kind.');
  await store.add({ ...annotation, styleRules });
  const { call } = await connect();
  const told = ['.card { color: red } (card.css:2)', '.card:hover { color: blue } (does not apply now)'];
  expect(await call('acknowledge', { id })).toMatchObject({ styleRules: told });
  expect(await call('get_annotation', { id })).toMatchObject({ annotation: { styleRules: told } });
  const { annotations } = (await call('list_annotations')) as { annotations: object[] };
  expect(annotations[0]).not.toHaveProperty('styleRules');
  writeFileSync(join(root, 'card.css'), '.card { color: red }\n.card { color: red }\n');
  expect(await call('get_annotation', { id })).toMatchObject({
    annotation: { styleRules: ['.card { color: red } (card.css)', told[1]] },
  });
});
