import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';
import { DiagnosticSeverity, DidChangeConfigurationNotification } from 'vscode-languageserver/node';

import { accept, acknowledge, reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { hasLinks } from '@annotate-mcp/store/testing/machine';

import { openEditor } from './testing/editor.ts';
import { idOf, lines, onLine, onPassage, plan } from './testing/samples.ts';
import { createProject } from './testing/test-workspace.ts';

describe('an editor', () => {
  it('shows annotations at their lines in files that are not open, also in documents', async () => {
    const project = createProject();
    project.write('src/cart.tsx', lines(20));
    project.write('docs/plan.md', plan);
    await project.fill(onLine(1, 'src/cart.tsx', 3, { column: 3 }), onLine(2, 'src/cart.tsx', 9));
    await (await project.openSidecar('plan')).add(onPassage(3, 'docs/plan.md', plan, 'ship in May'));
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 2);
    expect(editor.shown()).toEqual({
      'cart.tsx': ['3: comment 1', '9: comment 2'],
      'plan.md': ['3: comment 3'],
    });
    expect(editor.diagnostics.get(project.uri('src/cart.tsx'))?.[0]).toEqual({
      range: { start: { line: 2, character: 2 }, end: { line: 2, character: 7 } },
      severity: DiagnosticSeverity.Information,
      source: 'annotate-mcp',
      code: '00000001',
      codeDescription: { href: `http://localhost:4200/cart?annotate=${idOf(1)}` },
      message: 'comment 1',
    });
    expect(editor.diagnostics.get(project.uri('docs/plan.md'))?.[0]?.range).toEqual({
      start: { line: 2, character: 11 },
      end: { line: 2, character: 22 },
    });
  });

  it('is told where the component of an element begins and is used', async () => {
    const project = createProject();
    project.write('src/app/price-tag.component.html', lines(5));
    const sample = sampleAnnotation();
    const componentLocation = { file: 'src/app/price-tag.component.ts', line: 12, column: 1 };
    const usedAt = { file: 'src/app/cart.html', line: 4, column: 9 };
    await project.fill({ ...sample, componentLocation, usedAt } as typeof sample);
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    const [diagnostic] = [...editor.diagnostics.values()].flat();
    expect(
      diagnostic?.relatedInformation?.map(({ location, message }) => [
        location.uri,
        location.range.start.line,
        message,
      ]),
    ).toEqual([
      [project.uri('src/app/price-tag.component.ts'), 11, 'PriceTagComponent begins here'],
      [project.uri('src/app/cart.html'), 3, 'PriceTagComponent is used here'],
    ]);
  });

  it('is shown the place of use where the component is one that many files use', async () => {
    const project = createProject();
    project.write('src/app/cart.html', lines(5));
    const sample = sampleAnnotation();
    const use = { file: 'src/app/cart.html', line: 4, column: 9 };
    await project.fill({ ...sample, usedAt: use, uses: [use] } as typeof sample);
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.diagnostics.get(project.uri('src/app/cart.html'))?.[0]?.range.start.line).toBe(3);
  });

  it('follows what pages and agents do, and never shows drafts', async () => {
    const project = createProject();
    project.write('a.ts', lines(9));
    const store = await project.open();
    const editor = await openEditor({ folders: [project.uri('')] });
    await store.add(onLine(7, 'a.ts', 7, { status: 'draft' }));
    await store.add(onLine(1, 'a.ts', 2));
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.shown()).toEqual({ 'a.ts': ['2: comment 1'] });
    const only = () => editor.diagnostics.get(project.uri('a.ts'))?.[0];
    const note = { id: uuidOf(9), message: 'Which one?\nThe left?' };
    await store.update(idOf(1), (each) => reply(each, sampleAgent, sampleTime, note));
    await editor.until(() => only()?.severity === DiagnosticSeverity.Warning);
    expect(only()?.message).toBe('comment 1\nclaude-code: Which one? The left?\nIt waits for your answer.');
    await store.update(idOf(1), (each) => acknowledge(each, sampleAgent, sampleTime));
    await editor.until(() => JSON.stringify(only()).includes('claude-code is working on it.'));
    await store.update(idOf(1), (each) => resolve(each, sampleAgent, sampleTime));
    await editor.until(() => only()?.severity === DiagnosticSeverity.Hint);
    await store.update(idOf(1), (each) => accept(each, sampleAuthor, sampleTime));
    await editor.until(() => only() === undefined);
    expect(editor.shown()).toEqual({});
  });

  it('has only what is in its folders or open, when the project is larger', async () => {
    const project = createProject();
    for (const file of ['apps/a/x.ts', 'apps/b/y.ts']) project.write(file, lines(5));
    await project.fill(onLine(1, 'apps/a/x.ts', 1), onLine(2, 'apps/b/y.ts', 2));
    const editor = await openEditor({ folders: [project.uri('apps/a')] });
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.shown()).toEqual({ 'x.ts': ['1: comment 1'] });
    await editor.open(project.uri('apps/b/y.ts'), lines(5));
    await editor.until(() => editor.diagnostics.size === 2);
    await editor.close(project.uri('apps/b/y.ts'));
    await editor.until(() => editor.diagnostics.get(project.uri('apps/b/y.ts'))?.length === 0);
  });

  it('has several projects, and those of folders that are added and removed', async () => {
    const [first, second] = [createProject('first'), createProject('second')];
    for (const [n, project] of [first, second].entries()) {
      project.write(`${n}.ts`, lines(5));
      await project.fill(onLine(n + 1, `${n}.ts`, n + 1));
    }
    const editor = await openEditor({ folders: [first.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    const folder = (uri: string) => ({ uri, name: 'folder' });
    const change = (added: string[], removed: string[]) =>
      editor.notify('workspace/didChangeWorkspaceFolders', {
        event: { added: added.map(folder), removed: removed.map(folder) },
      });
    await change([second.uri('')], []);
    await editor.until(() => Object.keys(editor.shown()).length === 2);
    await change([], [first.uri('')]);
    await editor.until(() => Object.keys(editor.shown()).length === 1);
    expect(editor.shown()).toEqual({ '1.ts': ['2: comment 2'] });
  });

  it('that has a file and no folder open has the project of the file', async () => {
    const project = createProject();
    project.write('src/a.ts', lines(5));
    await project.fill(onLine(1, 'src/a.ts', 4), onLine(2, 'b.ts', 1));
    const editor = await openEditor({ folders: [] });
    await editor.open('untitled:Untitled-1', 'nothing');
    await editor.open(project.uri('src/a.ts'), lines(5));
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.shown()).toEqual({ 'a.ts': ['4: comment 1'] });
  });

  it.skipIf(!hasLinks)('that opened its folder through a link gets addresses through that link', async () => {
    const project = createProject();
    project.write('src/a.ts', lines(5));
    await project.fill(onLine(1, 'src/a.ts', 4));
    const link = join(dirname(project.root), 'link');
    symlinkSync(project.root, link);
    const editor = await openEditor({ folders: [pathToFileURL(link).href] });
    await editor.until(() => editor.diagnostics.size === 1);
    const uri = pathToFileURL(join(link, 'src/a.ts')).href;
    expect([...editor.diagnostics.keys()]).toEqual([uri]);
    await editor.open(uri, `\n${lines(5)}`);
    await editor.until(() => editor.diagnostics.get(uri)?.[0]?.range.start.line === 4);
  });

  it('gets nothing about files that are not in the project', async () => {
    const project = createProject();
    const outside = join(dirname(project.root), 'outside.ts');
    writeFileSync(outside, lines(5));
    symlinkSync(outside, join(project.root, 'link.ts'));
    project.write('a.ts', lines(5));
    await project.fill(
      onLine(1, '../outside.ts', 1),
      onLine(2, outside, 1),
      onLine(3, 'link.ts', 1),
      onLine(4, 'gone.ts', 1),
      onLine(5, 'a.ts', 1),
    );
    const editor = await openEditor({ folders: [project.uri('')], options: { threads: true } });
    await editor.until(() => editor.counts !== null);
    expect(editor.shown()).toEqual({ 'a.ts': ['1: comment 5'] });
    expect(editor.counts).toEqual({ open: 5, waiting: 0, resolved: 0, withoutPlace: 4 });
  });
});

describe('while a file is edited', () => {
  it('annotations move with what is not saved, and are back where they were when it is given up', async () => {
    const project = createProject();
    project.write('a.ts', lines(9));
    const store = await project.open();
    await store.add(onLine(1, 'a.ts', 5));
    const editor = await openEditor({ folders: [project.uri('')] });
    const uri = project.uri('a.ts');
    const lineOf = (n: number) => editor.diagnostics.get(uri)?.[n]?.range.start.line;
    await editor.open(uri, lines(9));
    const at = { line: 0, character: 0 };
    await editor.change(uri, 2, { range: { start: at, end: at }, text: '// one\n// two\n' });
    await editor.until(() => lineOf(0) === 6);
    await editor.change(uri, 3, { text: `// zero\n// one\n// two\n${lines(9)}` });
    await editor.until(() => lineOf(0) === 7);
    await editor.close(uri);
    await editor.until(() => lineOf(0) === 4);
  });

  it('a change by an agent is followed in a file that is not open', async () => {
    const project = createProject();
    project.write('a.ts', lines(9));
    await project.fill(onLine(1, 'a.ts', 5));
    const editor = await openEditor({ folders: [project.uri('')] });
    const lineNow = () => editor.diagnostics.get(project.uri('a.ts'))?.[0]?.range.start.line;
    await editor.until(() => lineNow() === 4);
    project.write('a.ts', `import x from 'x';\n\n${lines(9)}`);
    await editor.until(() => lineNow() === 6);
    const moved = project.write('b.ts', `// git writes another file and renames it\n${lines(9)}`);
    renameSync(moved, join(project.root, 'a.ts'));
    await editor.until(() => lineNow() === 5);
    rmSync(join(project.root, 'a.ts'));
    await editor.until(() => lineNow() === undefined);
  });
});

describe('an editor that shows threads by itself', () => {
  it('gets them with what can be done, and how many there are', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const store = await project.open();
    await store.add(onLine(1, 'a.ts', 2));
    await store.add(sampleAnnotation({ id: idOf(2), kind: 'page' }));
    const editor = await openEditor({
      folders: [project.uri('')],
      options: { threads: true, diagnostics: false },
    });
    await editor.until(() => editor.threads.size === 1 && editor.counts !== null);
    expect(editor.diagnostics.size).toBe(0);
    expect(editor.counts).toEqual({ open: 2, waiting: 0, resolved: 0, withoutPlace: 1 });
    expect(editor.threads.get(project.uri('a.ts'))).toEqual([
      {
        id: idOf(1),
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 7 } },
        title: 'Second list item',
        state: 'open',
        notes: [],
        isFromRepository: false,
        comments: [
          {
            id: idOf(1),
            name: 'The person',
            at: sampleTime.toISOString(),
            text: 'comment 1',
            isAgent: false,
          },
        ],
        actions: ['reply', 'resolve', 'withdraw'],
        link: `http://localhost:4200/cart?annotate=${idOf(1)}`,
      },
    ]);
  });

  it('changes its settings at any time', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    await project.fill(resolve(onLine(1, 'a.ts', 2), sampleAgent, sampleTime));
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    const set = (options: object) =>
      editor.notify(DidChangeConfigurationNotification.method, { settings: { 'annotate-mcp': options } });
    await set({ resolved: false });
    await editor.until(() => Object.keys(editor.shown()).length === 0);
    await set({ resolved: true, diagnostics: 'what' });
    await editor.until(() => Object.keys(editor.shown()).length === 1);
    await editor.notify(DidChangeConfigurationNotification.method, { settings: null });
  });
});
