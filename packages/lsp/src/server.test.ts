import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';
import { DiagnosticSeverity, DidChangeConfigurationNotification } from 'vscode-languageserver/node';

import { accept, acknowledge, reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { openEditor } from './testing/editor.ts';
import { idOf, onLine, onPassage } from './testing/samples.ts';
import { createProject } from './testing/test-workspace.ts';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1};\n`).join('');
const plan = '# Plan\n\nWe want to ship in May this year.\n';

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

  it('that opened its folder through a link gets addresses through that link', async () => {
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

describe('a thread at its line', () => {
  it('is shown whole, and nothing in it is a link, a picture or HTML', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const annotationText =
      '![x](https://evil.example/p.png) <img src=x> [a](b)\n# head\n- item www.evil.example a@b.example';
    const message = '**bold** `code` \u202Ereversed';
    const agent = { ...sampleAgent, agentName: 'agent <b>' };
    const asked = onLine(1, 'a.ts', 2, { annotationText });
    await project.fill(reply(asked, agent, sampleTime, { id: uuidOf(5), message }));
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.open(project.uri('a.ts'), lines(5));
    await editor.until(() => editor.diagnostics.size === 1);
    expect(await editor.hover(project.uri('a.ts'), 3, 2)).toBeNull();
    const hover = await editor.hover(project.uri('a.ts'), 1, 2);
    expect(hover?.contents).toEqual({
      kind: 'markdown',
      value: [
        '**Second list item** · 00000001',
        '**The person** · 2026-11-15 09:30 UTC',
        '\\!\\[x\\](https\\:\\/\\/evil.example/p.png) \\<img src=x\\> \\[a\\](b)  \n\\# head  \n\\- item www\\.evil.example a\\@b.example',
        '**agent \\<b\\>** · 2026-11-15 09:30 UTC',
        '\\*\\*bold\\*\\* \\`code\\` reversed',
        '_It waits for your answer._',
        `[Open the page](<http://localhost:4200/cart?annotate=${idOf(1)}>)`,
      ].join('\n\n'),
    });
  });

  it('is text for an editor that shows no Markdown, and its actions are plain commands for an old one', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    await project.fill(onLine(1, 'a.ts', 2));
    const editor = await openEditor({ folders: [project.uri('')], capabilities: {} });
    await editor.open(project.uri('a.ts'), lines(5));
    await editor.until(() => editor.diagnostics.size === 1);
    expect((await editor.hover(project.uri('a.ts'), 1, 2))?.contents).toMatchObject({ kind: 'plaintext' });
    const [action] = await editor.codeActions(project.uri('a.ts'), 1);
    expect(action).toEqual({
      title: 'Resolve: comment 1',
      command: 'annotate-mcp.act',
      arguments: [{ id: idOf(1), action: 'resolve' }],
    });
  });

  it('is answered, resolved, reopened and withdrawn, and another program sees it', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const store = await project.open();
    await store.add(acknowledge(onLine(1, 'a.ts', 2), sampleAgent, sampleTime));
    const editor = await openEditor({
      folders: [project.uri('')],
      options: { clientCommands: ['annotate-mcp.reply', 'annotate-mcp.copy'] },
    });
    const uri = project.uri('a.ts');
    await editor.open(uri, lines(5));
    await editor.until(() => editor.diagnostics.size === 1);
    const titles = async () => (await editor.codeActions(uri, 1)).map(({ title }) => title.split(':')[0]);
    expect(await titles()).toEqual(['Reply…', 'Resolve', 'Withdraw', 'Open the page', 'Copy for the agent']);
    expect(await editor.codeActions(uri, 3)).toEqual([]);
    expect(await editor.codeActions(uri, 1, ['source.organizeImports'])).toEqual([]);
    const [action] = await editor.codeActions(uri, 1, ['quickfix']);
    expect(action?.diagnostics).toHaveLength(1);
    await editor.act('00000001', 'reply', 'The left one.');
    expect(await store.get(idOf(1))).toMatchObject({
      status: 'acknowledged',
      replies: [{ author: 'user', message: 'The left one.' }],
    });
    await editor.act(idOf(1), 'resolve');
    expect(await store.get(idOf(1))).toMatchObject({ status: 'resolved' });
    await editor.until(() => editor.diagnostics.get(uri)?.[0]?.severity === DiagnosticSeverity.Hint);
    expect(await titles()).toEqual(['Reply…', 'Accept', 'Reopen', 'Open the page', 'Copy for the agent']);
    await editor.act(idOf(1), 'reopen', 'Not yet.');
    expect(await store.get(idOf(1))).toMatchObject({ status: 'pending' });
    await editor.act(idOf(1), 'withdraw');
    expect(await store.get(idOf(1))).toMatchObject({ status: 'dismissed' });
    await editor.until(() => editor.diagnostics.get(uri)?.length === 0);
  });

  it('of a document is resolved in the file of its comments', async () => {
    const project = createProject();
    project.write('docs/plan.md', plan);
    const sidecar = await project.openSidecar('plan');
    await sidecar.add(onPassage(3, 'docs/plan.md', plan, 'ship in May'));
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    await editor.act(idOf(3), 'resolve');
    expect(await sidecar.get(idOf(3))).toMatchObject({ status: 'resolved' });
  });

  it('opens its page, and is described for an agent', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const local = { ...onLine(2, 'a.ts', 3), pageUrl: 'file:///etc/passwd' };
    await project.fill(onLine(1, 'a.ts', 2), local);
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    await editor.execute('annotate-mcp.openPage', { id: idOf(1) });
    expect(editor.openedPages).toEqual([`http://localhost:4200/cart?annotate=${idOf(1)}`]);
    await expect(editor.execute('annotate-mcp.openPage', { id: idOf(2) })).rejects.toThrow('has no web page');
    expect(editor.diagnostics.get(project.uri('a.ts'))?.[1]).not.toHaveProperty('codeDescription');
    expect(await editor.execute('annotate-mcp.describe', { id: idOf(1) })).toContain('> comment 1');
  });

  it('says why something cannot be done', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    await project.fill(onLine(1, 'a.ts', 2), onLine(2, 'a.ts', 2, { status: 'draft' }));
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    await expect(editor.act(idOf(1), 'accept')).rejects.toThrow(/pending/);
    await expect(editor.act(idOf(1), 'reply', ' ')).rejects.toThrow('The text is blank.');
    await expect(editor.act(idOf(2), 'withdraw')).rejects.toThrow('There is no annotation');
    await expect(editor.act('0000', 'resolve')).rejects.toThrow('There is no annotation 0000');
    await expect(editor.act(idOf(1), 'delete')).rejects.toThrow('docs/editors.md');
    await expect(editor.execute('annotate-mcp.act')).rejects.toThrow('annotate-mcp.act: ');
  });

  it('that came with the repository says so, and can only be adopted', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    await project.fillAsOther(onLine(1, 'a.ts', 2));
    const editor = await openEditor({
      folders: [project.uri('')],
      options: { clientCommands: ['annotate-mcp.reply', 'annotate-mcp.copy'] },
    });
    const uri = project.uri('a.ts');
    await editor.open(uri, lines(5));
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.diagnostics.get(uri)?.[0]).toMatchObject({
      severity: DiagnosticSeverity.Hint,
      message: '[from the repository] comment 1',
    });
    const actions = await editor.codeActions(uri, 1);
    expect(actions.map(({ title }) => title)).toEqual([
      'Adopt, so that agents get it: comment 1',
      'Open the page: comment 1',
    ]);
    await expect(editor.act(idOf(1), 'resolve')).rejects.toThrow('Adopt it first.');
    await expect(editor.execute('annotate-mcp.describe', { id: idOf(1) })).rejects.toThrow('Adopt it first');
    await editor.act(idOf(1), 'adopt');
    await editor.until(() => editor.diagnostics.get(uri)?.[0]?.message === 'comment 1');
  });
});

describe('the store of a project', () => {
  it('is found when it appears later, and nothing is created before', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const editor = await openEditor({ folders: [project.uri('')], options: { threads: true } });
    await editor.until(() => editor.counts !== null);
    expect(editor.counts).toEqual({ open: 0, waiting: 0, resolved: 0, withoutPlace: 0 });
    expect(() => realpathSync(join(project.root, '.annotate'))).toThrow('ENOENT');
    await project.fill(onLine(1, 'a.ts', 2));
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.messages).toEqual([]);
  });

  it('that is deleted has nothing, and one that is made again is shown', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    await project.fill(onLine(1, 'a.ts', 2));
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.diagnostics.size === 1);
    rmSync(join(project.root, '.annotate'), { recursive: true });
    await editor.until(() => Object.keys(editor.shown()).length === 0);
    await project.fill(onLine(2, 'a.ts', 3));
    await editor.until(() => editor.shown()['a.ts']?.[0] === '3: comment 2');
    expect(editor.messages).toEqual([]);
  });

  it('that cannot be read is reported once, with what to do, and is shown when it is repaired', async () => {
    const project = createProject();
    project.write('a.ts', lines(5));
    const other = createProject();
    await other.fill(onLine(1, 'a.ts', 2));
    mkdirSync(join(project.root, '.annotate'));
    const file = project.write(
      '.annotate/store.db',
      'this is no database, but it is long enough to be taken for one',
    );
    const editor = await openEditor({ folders: [project.uri('')] });
    await editor.until(() => editor.messages.length === 1);
    expect(editor.messages[0]).toContain(file);
    renameSync(join(other.root, '.annotate/store.db'), `${file}.new`);
    renameSync(`${file}.new`, file);
    await editor.until(() => editor.diagnostics.size === 1);
    expect(editor.messages).toHaveLength(1);
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
