import { afterEach, expect, it } from 'vitest';

import { hidePointer, showPointer } from './pointer-mark.ts';
import { preparePicture } from './prepare-picture.ts';
import { hideMark, revealMark, showMark } from './tab-mark.ts';

afterEach(() => {
  hideMark();
  revealMark();
  hidePointer();
});

it('waits for no frame when the mark had to be hidden, because the next frame may still show it', async () => {
  showMark('claude-code', 10_000);
  expect(await preparePicture(true)).toMatchObject({ isDrawn: false });
  expect(await preparePicture(true)).toMatchObject({ isDrawn: true });
});

it('waits for no frame when the pointer was hidden now or a moment ago', async () => {
  showPointer(10, 10, false);
  expect(await preparePicture(true)).toMatchObject({ isDrawn: false });
  showPointer(10, 10, false);
  hidePointer();
  expect(await preparePicture(true)).toMatchObject({ isDrawn: false });
});
