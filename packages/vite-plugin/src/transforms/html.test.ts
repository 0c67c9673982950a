import { expect, it } from 'vitest';

import { projectAt } from '@annotate-mcp/unplugin';

import { htmlAttributes } from './html.ts';

it('leaves a page without a file as it is, as Vinxi of SolidStart 1 asks for it', async () => {
  const { transformIndexHtml } = htmlAttributes(
    () => true,
    () => projectAt(import.meta.dirname),
  );
  if (typeof transformIndexHtml !== 'object') throw new Error('The hook has no order.');
  const answer: unknown = Reflect.apply(transformIndexHtml.handler, null, ['/', '', '/']);
  expect(await answer).toBeUndefined();
});
