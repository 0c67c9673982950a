import { join } from 'node:path';

import * as esbuild from 'esbuild';
import { expect, it } from 'vitest';

import { openSocket } from '@annotate-mcp/hub/testing/json-socket';

import { annotate } from './esbuild.ts';
import { createApp } from './testing/app.ts';
import { viewFiles, viewMarks } from './testing/view-app.ts';

function configOf(root: string, dev: boolean): esbuild.BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: ['src/main.jsx'],
    bundle: true,
    write: false,
    jsx: 'automatic',
    external: ['react/jsx-runtime'],
    format: 'esm',
    outdir: join(root, 'dist'),
    plugins: [annotate({ dev })],
  };
}

const codeOf = ({ outputFiles }: esbuild.BuildResult) => outputFiles?.[0]?.text ?? '';

// Not under Wine, where the hub's process does not start from sources.
it.skipIf(process.env.ANNOTATE_WINE === '1')(
  'marks elements where they are written, and serves overlay, manifest and socket on a port of its own',
  async () => {
    await using app = await createApp(viewFiles);
    const context = await esbuild.context(configOf(app.root, true));
    try {
      const code = codeOf(await context.rebuild());
      const marks = [...code.matchAll(/"data-annotate-source": "([^"]+)"/g)].map(([, mark]) => mark);
      expect(marks.sort()).toEqual(viewMarks);
      const hub = /import\("(.*?)\/__annotate\/overlay.js"\)/.exec(code)?.[1] ?? '';
      expect(await (await fetch(`${hub}/__annotate/manifest`)).json()).toEqual({
        View: { component: 'src/view.jsx' },
      });
      const { socket } = await openSocket(`${hub}/__annotate`);
      socket.close();
    } finally {
      await context.dispose();
    }
  },
);

it('adds nothing to a build', async () => {
  await using app = await createApp(viewFiles);
  const code = codeOf(await esbuild.build(configOf(app.root, false)));
  expect(code).toContain('jsx');
  expect(code).not.toContain('annotate');
});
