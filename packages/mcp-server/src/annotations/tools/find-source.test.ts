import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Annotation, PickedElement } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../../testing/linked-client.ts';
import { numbered } from '../../testing/numbered-annotations.ts';

describe('find_source for an element', () => {
  const picked: PickedElement = {
    tag: 'h1',
    role: 'heading',
    text: 'Get started',
    box: { x: 0, y: 0, width: 9, height: 9 },
  };
  const heading = (n: number): Annotation => {
    const annotation = sampleAnnotation({ id: uuidOf(n), kind: 'element' });
    if (annotation.kind !== 'element') throw new Error('Another kind.');
    const domSnapshot = '<h1 id="title" class="hero big" data-testid="start">Get started</h1>';
    return { ...annotation, element: picked, domSnapshot };
  };

  it('ranks the lines with its text, id, test id and class', async () => {
    const { store, root, connect } = await startLinked();
    mkdirSync(join(root, 'src'));
    mkdirSync(join(root, 'node_modules/x'), { recursive: true });
    const written = '<h1 id="title" class="hero big" data-testid="start">\n    Get started\n  </h1>';
    writeFileSync(join(root, 'src/main.ts'), `const app = 1;\napp.innerHTML = \`\n  ${written}\`;\n`);
    writeFileSync(join(root, 'src/main.test.ts'), "getByTestId('start');\n");
    writeFileSync(join(root, 'README.md'), '# Notes\n\nGet started with npm.\n');
    writeFileSync(join(root, 'src/other.ts'), 'const title = "hero";\n');
    writeFileSync(join(root, 'node_modules/x/a.js'), written);
    await store.add(heading(1));
    const { call } = await connect();
    const { candidates } = (await call('find_source', { id: uuidOf(1) })) as { candidates: unknown[] };
    expect(candidates).toEqual([
      {
        file: 'src/main.ts',
        line: 3,
        why: 'has its text, its id title, its test id start, its class hero and its class big',
      },
      { file: 'README.md', line: 3, why: 'has its text' },
      { file: 'src/main.test.ts', line: 1, why: 'has its test id start' },
    ]);
  });

  it('reads the templates of servers in other languages, not what they were compiled to', async () => {
    const { store, root, connect } = await startLinked();
    const templates = [
      'app/views/home/index.html.erb',
      'lib/shop_web/home.html.heex',
      'resources/views/home.blade.php',
      'templates/home.jinja2',
      // Behind them all, although its name is before theirs.
      'app/controllers/home.rb',
    ];
    const compiled = ['storage/framework/views/17.php', '_build/dev/home.html', 'venv/lib/home.html'];
    for (const file of [...templates, ...compiled]) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      writeFileSync(join(root, file), '<main>\n  <h1>Get started</h1>\n</main>\n');
    }
    await store.add(heading(1));
    const { call } = await connect();
    expect(await call('find_source', { id: uuidOf(1) })).toEqual({
      candidates: templates.map((file) => ({ file, line: 2, why: 'has its text' })),
    });
  });

  it('puts the place of use before a component that many files use', async () => {
    const { store, connect } = await startLinked();
    const whole = sampleAnnotation({ id: uuidOf(7) });
    if (whole.kind !== 'component') throw new Error('Another kind.');
    const use = { file: 'src/tasks.tsx', line: 41, column: 5 };
    await store.add({ ...whole, uses: [use] });
    const { call } = await connect();
    expect(await call('find_source', { id: uuidOf(7) })).toMatchObject({
      candidates: [
        { file: 'src/tasks.tsx', line: 41, why: 'the tag that uses the component' },
        { file: whole.sourceLocation?.file, why: expect.stringContaining('many files use') as unknown },
      ],
    });
  });

  it('says so when no file has it, and names the component around it as what it is', async () => {
    const { store, connect } = await startLinked();
    await store.add(heading(1));
    const whole = numbered(2);
    if (whole.kind !== 'component') throw new Error('Another kind.');
    const { sourceLocation: componentLocation, ...inside } = whole;
    await store.add({
      ...inside,
      ...(componentLocation && { componentLocation }),
      element: { ...picked, html: '<h1>Get started</h1>' },
    });
    const { call } = await connect();
    expect(await call('find_source', { id: uuidOf(1) })).toMatchObject({
      candidates: [],
      hint: expect.stringContaining('No file of the project has the text, id') as unknown,
    });
    expect(await call('find_source', { id: uuidOf(2) })).toMatchObject({
      candidates: [
        { line: 3, why: expect.stringContaining('the component around it begins here') as unknown },
      ],
    });
  });
});

describe('finding the source of a text', () => {
  it('names files and lines, the most certain first', async () => {
    const { store, root, connect } = await startLinked();
    writeFileSync(join(root, 'exact.md'), '# Shop\n\nWe offer free delivery in town.\n');
    writeFileSync(join(root, 'marked.mdx'), '# Shop\n\n\nWe offer **free\ndelivery** in town.\n');
    writeFileSync(join(root, 'other.md'), 'Nothing of the kind.\n');
    await store.add(numbered(1, { kind: 'text' }));
    const { call } = await connect();
    expect(await call('find_source', { id: uuidOf(1) })).toMatchObject({
      candidates: [
        { file: 'exact.md', line: 3, why: expect.stringContaining('to the letter') as unknown },
        { file: 'marked.mdx', line: 4, why: expect.stringContaining('other markup') as unknown },
      ],
    });
  });

  it('returns the page’s own source location if there is one, and refuses without a quote', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    await store.add(numbered(2, { kind: 'page' }));
    const { call } = await connect();
    expect(await call('find_source', { id: uuidOf(1) })).toMatchObject({
      candidates: [{ file: 'src/app/price-tag.component.html', line: 3 }],
    });
    await expect(call('find_source', { id: uuidOf(2) })).rejects.toThrow(/quotes no text/);
  });
});
