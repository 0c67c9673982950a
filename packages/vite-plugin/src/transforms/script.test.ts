import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { projectAt } from '@annotate-mcp/unplugin';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { createDevServer } from '../testing/dev-server.ts';

import { scriptAttributes } from './script.ts';

const view = `export function View(props: { name: string }) {
  return (
    <article>
      <b>{props.name}</b>
    </article>
  );
}
`;
const marks = ['src/view.tsx:3:5', 'src/view.tsx:4:7'];

beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

async function marksOf(dependencies: object, mode: 'auto' | true, code = view): Promise<string[]> {
  await using app = await createApp({
    'package.json': JSON.stringify({ dependencies }),
    'src/view.tsx': code,
  });
  const project = projectAt(app.root);
  await using server = await createDevServer(app, {
    plugins: [
      scriptAttributes(
        () => true,
        () => project,
        mode,
      ),
    ],
  });
  const served = await server.code('/src/view.tsx');
  return [...served.matchAll(/"data-annotate-source": "([^"]+)"/g)].flatMap(([, mark]) => mark ?? []);
}

describe('scriptAttributes', () => {
  const cases: { name: string; dependencies: object; mode?: 'auto' | true; expected: string[] }[] = [
    { name: 'Preact', dependencies: { preact: '^11.0.0' }, expected: marks },
    { name: 'Solid', dependencies: { 'solid-js': '^1.9.0' }, expected: marks },
    {
      name: 'Preact under the name of React',
      dependencies: { react: 'npm:@preact/compat' },
      expected: marks,
    },
    { name: 'React with the option true', dependencies: { react: '^19.0.0' }, mode: true, expected: marks },
    { name: 'nothing of React', dependencies: { react: '^19.0.0', preact: '^11.0.0' }, expected: [] },
    { name: 'nothing where JSX is unknown', dependencies: {}, expected: [] },
  ];

  it.each(cases)('marks $name', async ({ dependencies, mode = 'auto', expected }) => {
    expect(await marksOf(dependencies, mode)).toEqual(expected);
  });

  it('follows the @jsxImportSource of a file', async () => {
    const code = `/** @jsxImportSource preact */\n${view}`;
    expect(await marksOf({ react: '^19.0.0' }, 'auto', code)).toEqual([
      'src/view.tsx:4:5',
      'src/view.tsx:5:7',
    ]);
  });
});
