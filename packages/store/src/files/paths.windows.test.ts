/** Paths that only Windows has trouble with. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { openStore } from '../open-store.ts';

it.each(['sqlite:', 'json:comments.json'])(
  'a %s store works in a folder whose path is too long for most programs',
  async (url) => {
    const top = mkdtempSync(join(tmpdir(), 'long päth '));
    const root = join(
      top,
      ...Array.from({ length: 6 }, () => 'a folder with a name of fifty letters, or so, here'),
    );
    expect(root.length).toBeGreaterThan(300);
    mkdirSync(root, { recursive: true });
    try {
      const store = await openStore(url, { root, configFolder: join(top, 'config') });
      await store.add(sampleAnnotation());
      await store.close();
      const again = await openStore(url, { root, configFolder: join(top, 'config') });
      expect((await again.get(sampleAnnotation().id))?.annotationText).toBe(
        sampleAnnotation().annotationText,
      );
      await again.close();
    } finally {
      rmSync(top, { recursive: true, force: true, maxRetries: 10 });
    }
  },
);
