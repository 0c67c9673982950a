import { expect, it } from 'vitest';

import { Cdp } from './cdp.ts';
import { Frames } from './frames.ts';
import { TabMark } from './tab-mark.ts';
import { TabPictures } from './tab-pictures.ts';

function startPictures(): TabPictures {
  const cdp = new Cdp(1);
  return new TabPictures(
    new TabMark(
      cdp,
      new Frames(
        cdp,
        async () => '',
        () => 'open',
      ),
      () => undefined,
    ),
  );
}

it('takes the pictures of a tab one after the other, also after one that failed', async () => {
  const pictures = startPictures();
  const order: string[] = [];
  const take = (name: string, fails: boolean) =>
    pictures.take(async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fails) throw new Error('The tab is minimised.');
      return name;
    });
  const taken = await Promise.allSettled([take('first', false), take('second', true), take('third', false)]);
  expect(taken.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(order).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
