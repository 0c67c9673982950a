import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { diagnose } from '../testing/diagnose.ts';
import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();
type Here = ReturnType<typeof createProject>;

const configuredFor = (here: Here, env?: Record<string, string>) =>
  here.write(
    '.mcp.json',
    JSON.stringify({ mcpServers: { annotate: { command: 'npx', args: ['-y', 'annotate-mcp'], env } } }),
  );

describe('doctor', () => {
  it('names every broken link in a fresh folder, and changes nothing there', async () => {
    const here = createProject();
    const { code, stdout } = await here.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ok +node/);
    expect(stdout).toMatch(/ok +project .*my project \(the git root\)/);
    for (const name of ['page side', 'dev server', 'browser', 'configuration', 'agent']) {
      expect(stdout).toMatch(new RegExp(`problem +${name} .*\\n +→ `));
    }
    expect(stdout).toMatch(/ok +store +There is no store yet/);
    expect(stdout).toContain('Fix "page side" first, then run doctor again.');
    expect(here.files()).toEqual({});
  });

  it('is content when everything works', async () => {
    const here = createProject();
    configuredFor(here);
    const store = await here.open();
    const now = new Date().toISOString();
    await store.sessions.save({
      id: uuidOf(1),
      appId: '.',
      createdAt: now,
      lastSeenAt: now,
      active: true,
      url: 'http://localhost:4200/',
    });
    await store.agents.announce({ agentId: 'a', agentName: 'claude-code', waiting: true, since: now });
    await store.add(sampleAnnotation());
    const { code, ok, of } = await diagnose(here);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(of('browser')?.message).toContain('1 tab is connected; http://localhost:4200/');
    expect(of('agent')?.message).toBe('claude-code is connected and waits for annotations.');
    expect(of('waiting')?.message).toMatch(/^1 pending, the oldest for .*; an agent is listening\.$/);
  });

  it('names an entry whose project root is gone, and how to correct it', async () => {
    const here = createProject();
    configuredFor(here, { ANNOTATE_PROJECT_ROOT: '/gone/shop' });
    expect((await diagnose(here)).of('configuration')).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(
        /\.mcp\.json starts the server in \/gone\/shop, which is not there/,
      ) as unknown,
      fix: expect.stringContaining('Run npx annotate-mcp init') as unknown,
    });
  });

  it.each([
    { form: 'a list of arguments', entry: { command: 'node', args: ['/gone/annotate-mcp/dist/bin.mjs'] } },
    { form: 'a program', entry: { command: '/gone/annotate-mcp', args: [] } },
  ])('names an entry that starts a program that is gone, as $form', async ({ entry }) => {
    const here = createProject();
    here.write('.mcp.json', JSON.stringify({ mcpServers: { annotate: entry } }));
    expect((await diagnose(here)).of('configuration')).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(
        /\.mcp\.json starts \/gone\/annotate-mcp\S*, which is not there/,
      ) as unknown,
      fix: expect.stringContaining('Run npx annotate-mcp init') as unknown,
    });
    await here.run(['init', '--yes', '--agents', 'claude-code']);
    expect((await diagnose(here)).of('configuration')?.status).toBe('ok');
  });

  it('leaves an existing store as it is', async () => {
    const here = createProject();
    await here.fill([sampleAnnotation()]);
    await here.run(['doctor']);
    // Who opens a store notes in its lock which log belongs to it, and makes its shared memory.
    const files = () => Object.entries(here.files()).filter(([name]) => !/\.lock\.db$|-shm$/.test(name));
    const before = files();
    await here.run(['doctor']);
    expect(files()).toEqual(before);
  });

  it('names pending annotations, claims of disconnected agents, and an agent that does not wait', async () => {
    const here = createProject();
    const store = await here.open();
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    await store.add(sampleAnnotation({ id: uuidOf(2), status: 'acknowledged' }));
    const since = sampleTime.toISOString();
    await store.agents.announce({ agentId: 'other', agentName: 'cursor', waiting: false, since });
    const { code, of } = await diagnose(here);
    expect(code).toBe(1);
    expect(of('claims')?.message).toBe(
      `Claimed by agents that have disconnected: 1 by ${sampleAgent.agentName}.`,
    );
    expect(of('waiting')).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(/^1 pending/) as unknown,
    });
    expect(of('agent')).toMatchObject({
      status: 'ok',
      fix: expect.stringContaining('start-polling') as unknown,
    });
  });

  it('says what is untrusted here, and does not count it as waiting for an agent', async () => {
    const here = createProject();
    expect((await diagnose(here)).of('trust')?.message).toMatch(/No comment came with the repository/);
    await here.fillAsOther([1, 2].map((n) => sampleAnnotation({ id: uuidOf(n) })));
    await here.fillAsOther(
      [sampleAnnotation({ id: uuidOf(3), kind: 'markdown' })],
      'json:.claude/md-comments/a.json',
    );
    const { of } = await diagnose(here);
    expect(of('trust')).toMatchObject({
      status: 'ok',
      message:
        'Untrusted: 3 comments came with the repository (they say: 3 by author 00000000). Agents do not get them.',
      fix: expect.stringContaining('annotate-mcp trust') as unknown,
    });
    expect(of('waiting')?.message).toBe('No annotation is pending.');
    await here.run(['trust', '--yes']);
    expect((await diagnose(here)).of('trust')?.message).toMatch(/^You trust this repository/);
  });

  it('says that the key which proves who wrote a comment cannot be kept', async () => {
    const here = createProject();
    here.write('no-folder', '');
    const env = { ANNOTATE_CONFIG_FOLDER: join(here.project, 'no-folder/config') };
    const run: Here['run'] = (args, options) => here.run(args, { ...options, env });
    const { of } = await diagnose({ project: here.project, run });
    expect(of('trust')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('no-folder/config') as unknown,
      fix: expect.stringContaining('ANNOTATE_CONFIG_FOLDER') as unknown,
    });
  });

  it('names the records that cannot be read', async () => {
    const here = createProject();
    await here.fill([1, 2].map((n) => sampleAnnotation({ id: uuidOf(n) })));
    const database = new DatabaseSync(join(here.project, '.annotate/store.db'));
    database.exec(`UPDATE annotations SET body = '{' WHERE id = '${uuidOf(1)}'`);
    database.close();
    expect((await diagnose(here)).of('records')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(
        `1 of the store's records cannot be read and are left out: ${uuidOf(1)}`,
      ) as unknown,
    });
    const { stderr } = await here.run(['list']);
    expect(stderr).toContain('1 more cannot be read');
  });

  it('says when the last tab was seen', async () => {
    const here = createProject();
    const store = await here.open();
    const lastSeenAt = new Date(Date.now() - 2 * 3_600_000 - 1).toISOString();
    await store.sessions.save({
      id: uuidOf(1),
      appId: '.',
      createdAt: lastSeenAt,
      lastSeenAt,
      active: false,
      url: 'http://localhost:4200/cart',
    });
    const { of } = await diagnose(here);
    expect(of('browser')?.message).toBe(
      'No browser tab is connected. The last one, http://localhost:4200/cart, was seen 2 h ago.',
    );
  });

  it('says why a store does not open, and what cannot be told without it', async () => {
    const here = createProject();
    here.write('.annotate/store.db', 'not a database');
    const { code, of } = await diagnose(here);
    expect(code).toBe(1);
    expect(of('store')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('left untouched') as unknown,
    });
    expect(of('browser')?.status).toBe('unknown');
    expect(here.read('.annotate/store.db')).toBe('not a database');
  });

  it.each([
    { file: '.vscode/mcp.json', text: '{ // team\n "servers": { "annotate": { "command": "npx" }, } }' },
    {
      file: '.cursor/mcp.json',
      text: '{ "mcpServers": { "review": { "command": "npx", "args": ["annotate-mcp"] } } }',
    },
    { file: '.zed/settings.json', text: '{ "context_servers": { "annotate": { "command": "npx" } } }' },
    { file: '../my home/.codex/config.toml', text: '[mcp_servers.annotate]\ncommand = "npx"\n' },
    { file: '../my home/.cursor/mcp.json', text: '{ "mcpServers": { "annotate": { "command": "npx" } } }' },
  ])('finds the server in $file', async ({ file, text }) => {
    const here = createProject();
    here.write(file, text);
    const run = file.includes('home') ? here.runProgram : here.run;
    const { of } = await diagnose({ ...here, run });
    expect(of('configuration')).toMatchObject({ status: 'ok' });
  });

  it('finds what `claude mcp add` wrote for this project only', async () => {
    const here = createProject();
    const projects = { [here.project]: { mcpServers: { annotate: { command: 'npx' } } } };
    here.write('../my home/.claude.json', JSON.stringify({ projects }));
    const statusIn = async ({ project, runProgram: run }: TestProject) =>
      (await diagnose({ project, run })).of('configuration')?.status;
    expect(await statusIn(here)).toBe('ok');
    const elsewhere = createProject();
    elsewhere.write('../my home/.claude.json', JSON.stringify({ projects }));
    expect(await statusIn(elsewhere)).toBe('problem');
  });

  it('notices a configuration that cannot be read', async () => {
    const here = createProject();
    here.write('.mcp.json', '{ "mcpServers": ');
    expect((await diagnose(here)).of('configuration')?.message).toContain('.mcp.json cannot be read');
  });

  it('notices a configuration for another project', async () => {
    const here = createProject();
    configuredFor(here, { ANNOTATE_PROJECT_ROOT: here.home });
    expect((await diagnose(here)).of('configuration')?.message).toContain(`another project, ${here.home}`);
    configuredFor(here, { ANNOTATE_PROJECT_ROOT: here.project });
    expect((await diagnose(here)).of('configuration')?.status).toBe('ok');
  });

  it('is not content with any number of configurations for other projects', async () => {
    const here = createProject();
    configuredFor(here, { ANNOTATE_PROJECT_ROOT: here.home });
    here.write('.cursor/mcp.json', here.read('.mcp.json'));
    expect((await diagnose(here)).of('configuration')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(`another project, ${here.home}`) as unknown,
    });
    here.write('.cursor/mcp.json', '{ "mcpServers": { "annotate": { "command": "npx" } } }');
    expect((await diagnose(here)).of('configuration')).toMatchObject({
      status: 'ok',
      message: expect.not.stringContaining('.mcp.json)') as unknown,
    });
  });

  it('says why it took this root', async () => {
    const here = createProject();
    here.write('src/x.ts', '');
    expect((await diagnose(here, [], `${here.project}/src`)).of('project')?.message).toMatch(
      /git root around/,
    );
    expect((await diagnose(here, ['--root', here.project], here.home)).of('project')?.message).toMatch(
      /by --root/,
    );
    expect((await diagnose(here, [], here.home)).of('project')?.message).toMatch(/no git repository/);
  });

  it('says what to do when it is started in /', async () => {
    const here = createProject();
    const { code, of } = await diagnose(here, [], '/');
    expect(code).toBe(1);
    expect(of('project')).toMatchObject({
      status: 'problem',
      fix: expect.stringContaining('--root') as unknown,
    });
    expect(of('store')?.status).toBe('unknown');
  });

  it('refuses what it does not know', async () => {
    expect((await createProject().run(['doctor', '--jsn'])).stderr).toContain('Did you mean --json?');
  });
});
