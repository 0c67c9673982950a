/** What is installed, in a folder where there is nothing else: the plugin copied, the bundle unpacked. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getMcpConfigForManifest, unpackExtension, v0_3 } from '@anthropic-ai/mcpb';
import { builtProgram } from 'annotate-mcp/built-program';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { buildPlugin, type BuiltPlugin, filesIn } from './build-plugin.ts';
import { readFrontMatter } from './lint.ts';
import { inspect, type ServerConfig } from './testing/inspector.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate plügin ')));
const [first, second, installed, unpacked, project, app] = [
  ...['1', '2', 'installed', 'unpacked', 'a project', 'an app'],
].map((name) => join(top, name)) as [string, string, string, string, string, string];
let built: BuiltPlugin;

beforeAll(async () => {
  built = await buildPlugin(first, await builtProgram());
  cpSync(built.plugin, installed, { recursive: true });
  await unpackExtension({ mcpbPath: built.bundle, outputDir: unpacked, silent: true });
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(project, 'plan.md'), '# Plan\n\nShip it.\n');
  mkdirSync(join(app, '.git'), { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "devDependencies": { "@annotate-mcp/vite-plugin": "1" } }');
}, 240_000);
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('the build', () => {
  it('makes the same bytes twice', { tags: ['full'], timeout: 240_000 }, async () => {
    // As it is published: Vite builds another program with the `NODE_ENV` of Vitest.
    vi.stubEnv('NODE_ENV', 'production');
    onTestFinished(() => void vi.unstubAllEnvs());
    await buildPlugin(second);
    const [once, again] = [filesIn(first), filesIn(second)];
    expect([...again.keys()]).toEqual([...once.keys()]);
    expect([...once.keys()].filter((path) => sha(once.get(path)) !== sha(again.get(path)))).toEqual([]);
  });

  it('puts one program and its pages into both packages', () => {
    const servers = [installed, unpacked].map((folder) => filesIn(join(folder, 'server')));
    expect([...(servers[0]?.keys() ?? [])]).toEqual(
      expect.arrayContaining(['bin.mjs', 'view/katex.js', 'view/markdown-view.html', 'view/mermaid.js']),
    );
    expect(servers[1]).toEqual(servers[0]);
  });

  it('leaves the program executable', () => {
    expect(statSync(join(installed, 'server/bin.mjs')).mode & 0o111).not.toBe(0);
  });
});

describe.each([
  { name: 'the plugin', start: startOfPlugin },
  { name: 'the bundle', start: startOfBundle },
])('$name in an empty folder', ({ start }) => {
  it('answers the Inspector', { tags: ['full'] }, async () => {
    const tools = await toolsOf(await start());
    expect(tools.map(({ name }) => name)).toEqual(['open_markdown', 'interact']);
  });

  it('opens a file and leaves no store behind', async () => {
    const answer = await inspect(
      await start(),
      project,
      ...['--method', 'tools/call', '--tool-name', 'open_markdown', '--tool-arg', 'path=plan.md'],
    );
    expect(answer).toMatchObject({ structuredContent: { fileMeta: { path: 'plan.md', lines: 3 } } });
    expect([...filesIn(project).keys()].filter((path) => path.endsWith('store.db'))).toEqual([]);
  });
});

describe('a clone of the repository', () => {
  const repository = join(import.meta.dirname, '../../..');
  const clone = join(top, 'a clone');
  const started = (env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(clone, 'apps/plugin/claude/start.mjs'), '--version'], {
      cwd: project,
      encoding: 'utf8',
      env: { HOME: top, ...env },
    });

  it('is a marketplace whose plugin is there, under the name it has itself', () => {
    const marketplace = manifestIn(repository, '.claude-plugin/marketplace.json');
    const [listed, ...others] = marketplace.plugins ?? [];
    expect(others).toEqual([]);
    const folder = join(repository, listed?.source ?? '');
    expect(manifestIn(folder, '.claude-plugin/plugin.json')).toMatchObject({ name: listed?.name });
    expect(marketplace).toMatchObject({
      name: 'annotate-mcp',
      owner: { name: expect.any(String) as string },
    });
  });

  it('says how to build it where neither it nor the published package can be started', () => {
    cpSync(join(repository, 'apps/plugin/claude'), join(clone, 'apps/plugin/claude'), { recursive: true });
    cpSync(join(repository, 'apps/plugin/build.ts'), join(clone, 'apps/plugin/build.ts'));
    const { status, stderr } = started({ PATH: project });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('npm install && npm run build:plugin') as string,
    });
  });

  it('starts what was built in it, without any installed package', () => {
    cpSync(built.plugin, join(clone, 'apps/plugin/dist/claude'), { recursive: true });
    const { status, stdout, stderr } = started({ PATH: project });
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      stderr: '',
    });
  });
});

describe('the skill and the commands', () => {
  it('name tools and commands that there are', async () => {
    const tools = await toolsInApp();
    const known = new Set(JSON.stringify(tools).match(/\w+/g));
    const texts = [...filesIn(installed)].filter(([path]) => /^(skills|commands)\/.*\.md$/.test(path));
    const named = texts.flatMap(([path, bytes]) =>
      [...String(bytes).matchAll(/`([a-z]+(?:_[a-z]+)+)`|"type": "(\w+)"/g)].map(
        ([, tool, command]) => `${path}: ${tool ?? command ?? ''}`,
      ),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((each) => !known.has(each.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('allow the tools of this plugin as Claude Code calls them', async () => {
    const known = (await toolsInApp()).map(({ name }) => `mcp__plugin_annotate-mcp_annotate__${name}`);
    const allowed = [...filesIn(join(installed, 'commands')).values()].flatMap(
      (command) => readFrontMatter(String(command)).fields.get('allowed-tools')?.split(', ') ?? [],
    );
    expect(allowed.length).toBeGreaterThan(10);
    expect(allowed.filter((tool) => !tool.startsWith('Bash(') && !known.includes(tool))).toEqual([]);
  });
});

describe('the hooks', () => {
  it('start the program of the plugin as Claude Code does, with a shell', () => {
    const { hooks } = JSON.parse(String(filesIn(installed).get('hooks/hooks.json'))) as HooksFile;
    const commands = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
    expect(Object.keys(hooks)).toEqual(['SessionStart', 'Stop', 'PermissionRequest']);
    for (const { command } of commands) {
      const printed = execFileSync(command, {
        cwd: project,
        shell: true,
        input: JSON.stringify({ session_id: 'one', cwd: project }),
        env: { PATH: process.env.PATH, HOME: top, CLAUDE_PLUGIN_ROOT: installed },
      });
      expect(String(printed)).toBe('');
    }
    expect([...filesIn(project).keys()].filter((path) => path.endsWith('store.db'))).toEqual([]);
  });
});

interface Manifest {
  name?: string;
  plugins?: { name: string; source: string }[];
}

function manifestIn(folder: string, path: string): Manifest {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as Manifest;
}

interface HooksFile {
  hooks: Record<string, { hooks: { command: string }[] }[]>;
}

let asked: Promise<{ name: string }[]> | undefined;
/** Those that the plugin offers in a project that uses annotate-mcp. */
function toolsInApp(): Promise<{ name: string }[]> {
  return (asked ??= toolsOf(startOfPlugin(), app));
}

function sha(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}

function startOfPlugin(): ServerConfig {
  const text = String(filesIn(installed).get('.mcp.json')).replaceAll('${CLAUDE_PLUGIN_ROOT}', installed);
  const { mcpServers } = JSON.parse(text) as { mcpServers: { annotate: ServerConfig } };
  return withoutBrowser(mcpServers.annotate);
}

/** With the default settings. */
async function startOfBundle(): Promise<ServerConfig> {
  const manifest = v0_3.McpbManifestSchema.parse(JSON.parse(String(filesIn(unpacked).get('manifest.json'))));
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath: unpacked,
    systemDirs: {},
    userConfig: {},
    pathSeparator: '/',
  });
  return withoutBrowser({ command: 'node', args: config?.args ?? [] });
}

function withoutBrowser({ command, args }: ServerConfig): ServerConfig {
  return { command, args: [...args, '--no-open'] };
}

async function toolsOf(server: ServerConfig, folder = project): Promise<{ name: string }[]> {
  const { tools } = (await inspect(server, folder, '--method', 'tools/list')) as {
    tools: { name: string }[];
  };
  return tools;
}
