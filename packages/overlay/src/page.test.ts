import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';

it('the overlay has a first load of at most 26 KB, gzipped', async () => {
  // As in `npm run build`.
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const root = join(import.meta.dirname, '..');
  const built = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    build: { write: false },
  });
  const [result] = [built].flat();
  if (result === undefined || !('output' in result)) throw new Error('The overlay was not built.');
  const code = result.output.flatMap((file) =>
    file.type === 'chunk' && file.fileName === 'overlay.js' ? [file.code] : [],
  );
  expect(code).toHaveLength(1);
  expect(gzipSync(code.join('')).length).toBeLessThanOrEqual(26 * 1_024);
});
