/** The language server as editors start it: the built program over stdin and stdout. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { exitCodeOf, setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();
const file = 'src/app/price-tag.component.html';

function connect({ stdout, stdin }: ChildProcessWithoutNullStreams) {
  const connection = createProtocolConnection(
    new StreamMessageReader(stdout),
    new StreamMessageWriter(stdin),
  );
  const told = new Map<string, Diagnostic[]>();
  const first = Promise.withResolvers<string>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    told.set(uri, diagnostics);
    first.resolve(uri);
  });
  connection.listen();
  return { connection, told, first: first.promise };
}

const initialize = ({ project }: TestProject) => ({
  processId: process.pid,
  rootUri: pathToFileURL(project).href,
  capabilities: {},
  workspaceFolders: null,
});

describe('annotate-mcp lsp', () => {
  it('publishes annotations to an editor, and ends with it', async () => {
    const here = createProject();
    here.write(file, '<p>\n\n    {{ price }}\n</p>\n');
    await here.fill([sampleAnnotation()]);
    const child = here.start(['lsp', '--stdio']);
    const { connection, told, first } = connect(child);
    const { serverInfo } = await connection.sendRequest(InitializeRequest.type, initialize(here));
    expect(serverInfo?.name).toBe('annotate-mcp');
    await connection.sendNotification(InitializedNotification.type, {});
    await first;
    const uri = pathToFileURL(join(here.project, file)).href;
    expect(told.get(uri)).toMatchObject([{ range: { start: { line: 2, character: 4 } } }]);
    const ended = exitCodeOf(child);
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    expect(await ended).toBe(0);
  });

  it('ends when the editor is gone, and leaves nothing in a project without annotations', async () => {
    const here = createProject();
    const child = here.start(['lsp']);
    const { connection } = connect(child);
    await connection.sendRequest(InitializeRequest.type, initialize(here));
    await connection.sendNotification(InitializedNotification.type, {});
    await connection.sendRequest('workspace/executeCommand', { command: 'none' }).catch(() => undefined);
    const ended = exitCodeOf(child);
    child.stdin.end();
    expect(await ended).toBe(1);
    expect(existsSync(join(here.project, '.annotate'))).toBe(false);
  });
});

describe('the built program', () => {
  it('does not load the MCP server for an editor', () => {
    const chunks = join(dirname(createProject().bin), 'chunks');
    const codeOf = (name: string) =>
      readFileSync(
        join(chunks, readdirSync(chunks).find((each) => each.startsWith(`${name}-`)) ?? ''),
        'utf8',
      );
    expect(codeOf('lsp')).toMatch(/from\s*"\.\/store-/);
    expect(codeOf('lsp')).not.toMatch(/from\s*"\.\/stdio-/);
  });
});

describe('Neovim', { tags: ['full'] }, () => {
  it('has annotations among its diagnostics', async ({ skip }) => {
    if (!hasNeovim()) skip('There is no Neovim on this machine: apt-get install neovim.');
    const here = createProject();
    const path = here.write(file, '<p>\n\n    {{ price }}\n</p>\n');
    await here.fill([sampleAnnotation()]);
    const script = join(here.home, 'look.lua');
    writeFileSync(script, lookIn(here, path));
    const nvim = spawn('nvim', ['--headless', '--clean', '-c', `luafile ${script.replaceAll(' ', '\\ ')}`], {
      cwd: here.project,
      env: { PATH: process.env.PATH, HOME: here.home },
    });
    let said = '';
    for (const stream of [nvim.stdout, nvim.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    expect(await exitCodeOf(nvim), said).toBe(0);
    expect(JSON.parse(said.slice(said.indexOf('[')))).toMatchObject([
      { lnum: 2, col: 4, source: 'annotate-mcp', message: 'Make the price bold', severity: 3 },
    ]);
  });
});

function hasNeovim(): boolean {
  try {
    execFileSync('nvim', ['--version']);
    return true;
  } catch {
    // The test says that it was skipped.
    return false;
  }
}

/** Starts the server in a way that old and new releases have, and prints what the editor has. */
function lookIn({ bin, project }: TestProject, path: string): string {
  return `
    vim.cmd('edit ' .. vim.fn.fnameescape(${JSON.stringify(path)}))
    local config = {
      name = 'annotate',
      cmd = { ${JSON.stringify(process.execPath)}, ${JSON.stringify(bin)}, 'lsp' },
      root_dir = ${JSON.stringify(project)},
    }
    if vim.lsp.start then vim.lsp.start(config) else vim.lsp.buf_attach_client(0, vim.lsp.start_client(config)) end
    local has = vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
    local found = {}
    for _, each in ipairs(vim.diagnostic.get(0)) do
      local shown = { lnum = each.lnum, col = each.col, source = each.source }
      shown.message, shown.severity = each.message, each.severity
      table.insert(found, shown)
    end
    io.stdout:write(vim.fn.json_encode(found))
    vim.cmd(has and 'qall!' or 'cquit! 1')
  `;
}
