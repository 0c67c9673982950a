/** The .vsix as it is published: what is in it, and that the server in it runs. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createProtocolConnection,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

import { sampleAnnotation } from '@annotate-mcp/core/testing';
import { actionNames, clientCommands, serverCommands } from '@annotate-mcp/lsp/protocol';
import { openStore } from '@annotate-mcp/store';

import { type BuiltVsix, buildVsix } from './build-vsix.ts';
import { manifestFor } from './manifest.ts';

const program = readFileSync(join(import.meta.dirname, '../../packages/cli/package.json'), 'utf8');
const { version } = JSON.parse(program) as { version: string };
const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate vsix ')));
let built: BuiltVsix;

beforeAll(async () => {
  built = await buildVsix(join(top, 'dist'));
}, 120_000);
afterAll(() => rmSync(top, { recursive: true, force: true }));

const unpacked = () => unzipSync(new Uint8Array(readFileSync(built.vsix)));
const textIn = (path: string) => strFromU8(unpacked()[path] ?? new Uint8Array());

describe('the .vsix', () => {
  it('has the extension, the server, and what a marketplace shows', () => {
    expect(Object.keys(unpacked()).sort()).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/extension.cjs',
      'extension/icon.png',
      'extension/licenses-extension.md',
      'extension/licenses-server.md',
      'extension/package.json',
      'extension/readme.md',
      'extension/server.mjs',
    ]);
    const manifest = textIn('extension.vsixmanifest');
    for (const [, path = ''] of manifest.matchAll(/Path="([^"]+)"/g))
      expect(unpacked()).toHaveProperty([path]);
    expect(manifest).toContain(
      `<Identity Language="en-US" Id="annotate-mcp" Version="${version}" Publisher="annotate-mcp"/>`,
    );
    const endings = Object.keys(unpacked()).flatMap((path) => /\.\w+$/.exec(path)?.[0] ?? []);
    for (const ending of endings.filter((each) => each !== '.xml'))
      expect(textIn('[Content_Types].xml')).toContain(`Extension="${ending}"`);
  });

  it('needs nothing but what the editor and Node bring', () => {
    const required = [...textIn('extension/extension.cjs').matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)];
    const modules = new Set(required.map(([, name = '']) => name.replace(/^node:/, '')));
    const { builtinModules } = createRequire(import.meta.url)('node:module') as { builtinModules: string[] };
    expect([...modules].filter((name) => !builtinModules.includes(name))).toEqual(['vscode']);
  });

  it('is the same from the same sources', async () => {
    const again = await buildVsix(join(top, 'again'));
    expect(readFileSync(again.vsix).equals(readFileSync(built.vsix))).toBe(true);
  });

  it('has a server that publishes annotations', async () => {
    const root = join(top, 'a project');
    mkdirSync(join(root, '.git'), { recursive: true });
    mkdirSync(join(root, 'src/app'), { recursive: true });
    writeFileSync(join(root, 'src/app/price-tag.component.html'), '<p>\n\n    {{ price }}\n</p>\n');
    const store = await openStore('sqlite:', { root });
    await store.add(sampleAnnotation());
    await store.close();
    const server = spawn(process.execPath, [join(built.folder, 'server.mjs'), '--stdio'], { cwd: top });
    onTestFinished(() => void server.kill());
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    const told = new Promise<PublishDiagnosticsParams>((resolve) => {
      connection.onNotification(PublishDiagnosticsNotification.type, resolve);
    });
    connection.listen();
    const workspaceFolders = [{ uri: pathToFileURL(root).href, name: 'a project' }];
    const params = { processId: null, rootUri: null, capabilities: {}, workspaceFolders };
    await connection.sendRequest(InitializeRequest.type, params);
    await connection.sendNotification(InitializedNotification.type, {});
    expect((await told).diagnostics).toMatchObject([
      { message: 'Make the price bold', range: { start: { line: 2 } } },
    ]);
  });
});

describe('the manifest', () => {
  const { contributes, main, icon } = manifestFor('1.2.3');
  const declared = contributes.commands.map(({ command }) => command);

  it('names files that are in the extension', () => {
    for (const path of [main.replace('./', ''), icon])
      expect(unpacked()).toHaveProperty([`extension/${path}`]);
    expect(JSON.parse(textIn('extension/package.json'))).toMatchObject({ main, icon });
  });

  it('has the version of the program', () => {
    expect(JSON.parse(textIn('extension/package.json'))).toMatchObject({ version });
  });

  it('has a button for every action, and no command that only a thread can run in the list of all', () => {
    const withButton = actionNames.map((action) => `annotate-mcp.thread.${action}`);
    expect(declared).toEqual(expect.arrayContaining(withButton));
    for (const items of Object.values(contributes.menus))
      for (const { command } of items) expect(declared).toContain(command);
    expect(contributes.menus.commandPalette.map(({ command }) => command).sort()).toEqual(
      [...declared].sort(),
    );
  });

  it('declares no command that the server has, which the client registers', () => {
    const ofServer: readonly string[] = [...Object.values(serverCommands), ...clientCommands];
    expect(declared.filter((command) => ofServer.includes(command))).toEqual([]);
  });

  it('lets no project choose the program that is started', () => {
    expect(contributes.configuration.properties['annotate-mcp.server'].scope).toBe('machine');
  });
});
