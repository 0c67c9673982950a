import { describe, expect, it } from 'vitest';
import { DiagnosticSeverity } from 'vscode-languageserver/node';

import { acknowledge, reply } from '@annotate-mcp/core';
import { sampleAgent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { openEditor } from '../testing/editor.ts';
import { idOf, lines, onLine, onPassage, plan } from '../testing/samples.ts';
import { createProject } from '../testing/test-workspace.ts';

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
    expect(await titles()).toEqual(['Reply…', 'Resolve', 'Take back', 'Open the page', 'Copy for the agent']);
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
    await expect(editor.act(idOf(1), 'reply', ' ')).rejects.toThrow('The reply is blank');
    await expect(editor.act(idOf(2), 'withdraw')).rejects.toThrow('There is no annotation');
    await expect(editor.act('0000', 'resolve')).rejects.toThrow('There is no annotation 0000');
    await expect(editor.act(idOf(1), 'delete')).rejects.toThrow('docs/editors.md');
    await expect(editor.execute('annotate-mcp.act')).rejects.toThrow('annotate-mcp.act: ');
  });

  it('that came with the repository says so, and can only be trusted', async () => {
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
      message: '[not trusted] comment 1',
    });
    const actions = await editor.codeActions(uri, 1);
    expect(actions.map(({ title }) => title)).toEqual([
      'Trust, so that agents get it: comment 1',
      'Open the page: comment 1',
    ]);
    await expect(editor.act(idOf(1), 'resolve')).rejects.toThrow('Trust it first.');
    await expect(editor.execute('annotate-mcp.describe', { id: idOf(1) })).rejects.toThrow('Trust it first');
    await editor.act(idOf(1), 'adopt');
    await editor.until(() => editor.diagnostics.get(uri)?.[0]?.message === 'comment 1');
  });
});
