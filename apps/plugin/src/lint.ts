/** Finds mistakes in a plugin or a bundle before it is published; an empty list when there are none. */
import { McpbManifestSchema } from '@anthropic-ai/mcpb/schemas/0.3';

type Files = ReadonlyMap<string, Uint8Array>;

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const semver = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

export function lintPlugin(files: Files): string[] {
  const manifest = json(files, '.claude-plugin/plugin.json');
  return [
    ...expectations('.claude-plugin/plugin.json', {
      'a name of small letters and hyphens': kebab.test(text(manifest.name)),
      'a version': semver.test(text(manifest.version)),
      'a description': text(manifest.description) !== '',
      'an author with a name': text(record(manifest.author).name) !== '',
    }),
    ...lintMarketplace(json(files, '.claude-plugin/marketplace.json'), manifest),
    ...lintServers(files),
    ...lintHooks(files),
    ...lintMonitors(files, manifest),
    ...[...files.keys()]
      .filter((path) => path.endsWith('/SKILL.md'))
      .flatMap((path) => lintSkill(files, path)),
    ...[...files.keys()].filter(isCommand).flatMap((path) => lintCommand(files, path)),
    ...lintContents(files),
  ];
}

export function lintBundle(files: Files): string[] {
  const manifest = McpbManifestSchema.safeParse(json(files, 'manifest.json'));
  if (!manifest.success)
    return manifest.error.issues.map(({ path, message }) => `manifest.json: ${path.join('.')}: ${message}`);
  const { entry_point: entry, mcp_config: start } = manifest.data.server;
  return [
    ...expectations('manifest.json', {
      'a version': semver.test(manifest.data.version),
      'an entry point that is in the bundle': files.has(entry),
      'arguments that begin with the entry point': start.args?.[0] === `\${__dirname}/${entry}`,
    }),
    ...lintContents(files),
  ];
}

function lintMarketplace(marketplace: Json, plugin: Json): string[] {
  const entries = Array.isArray(marketplace.plugins) ? marketplace.plugins.map(record) : [];
  return expectations('.claude-plugin/marketplace.json', {
    'a name of small letters and hyphens': kebab.test(text(marketplace.name)),
    'an owner with a name': text(record(marketplace.owner).name) !== '',
    'this plugin, and no other': entries.length === 1 && entries[0]?.name === plugin.name,
    'the folder itself as the source': entries[0]?.source === './',
    'the version of the plugin': entries[0]?.version === plugin.version,
  });
}

function lintServers(files: Files): string[] {
  const servers = Object.values(record(json(files, '.mcp.json').mcpServers)).map(record);
  const named = servers.flatMap(({ args }) => (Array.isArray(args) ? args.map(text) : []));
  const [, ...paths] = named.join('\n').split(`\${CLAUDE_PLUGIN_ROOT}/`);
  return expectations('.mcp.json', {
    'a server': servers.length > 0,
    'a program of the plugin':
      paths.length > 0 && paths.every((path) => files.has(path.split('\n')[0] ?? '')),
  });
}

/** Claude Code reports an event that it does not know to no person, and a program that is missing at every event. */
function lintHooks(files: Files): string[] {
  const path = 'hooks/hooks.json';
  if (!files.has(path)) return [];
  const events = Object.entries(record(json(files, path).hooks));
  const commands = events.flatMap(([, groups]) => listOf(groups).flatMap(({ hooks }) => listOf(hooks)));
  return expectations(path, {
    'events of Claude Code': events.length > 0 && events.every(([event]) => hookEvents.includes(event)),
    'commands that start a program of the plugin': commands.every(({ type, command }) => {
      const [, program] = /^node "\$\{CLAUDE_PLUGIN_ROOT\}\/([^"]+)" \w/.exec(text(command)) ?? [];
      return type === 'command' && files.has(program ?? '');
    }),
    'a time limit for each command': commands.every(({ timeout }) => Number(timeout) > 0),
  });
}

/** Claude Code drops a monitor that it cannot read, and tells the agent when one has ended. */
function lintMonitors(files: Files, manifest: Json): string[] {
  const monitors = listOf(record(manifest.experimental).monitors);
  return expectations('.claude-plugin/plugin.json', {
    'monitors below experimental': manifest.monitors === undefined,
    'a name and a description for each monitor': monitors.every(
      ({ name, description }) => kebab.test(text(name)) && text(description) !== '',
    ),
    'monitors that start a program of the plugin': monitors.every(({ command }) => {
      const [, program] = /^node "\$\{CLAUDE_PLUGIN_ROOT\}\/([^"]+)" \w/.exec(text(command)) ?? [];
      return files.has(program ?? '');
    }),
  });
}

/** Those that the plugin uses. */
const hookEvents = ['SessionStart', 'Stop', 'PermissionRequest'];

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function lintSkill(files: Files, path: string): string[] {
  const { fields, body, problems } = readFrontMatter(content(files, path));
  const [name = '', description = ''] = [fields.get('name'), fields.get('description')];
  return [
    ...problems.map((problem) => `${path} ${problem}`),
    ...expectations(path, {
      'a name of 1 to 64 small letters, digits and hyphens': kebab.test(name) && name.length <= 64,
      'the name of its folder': path === `skills/${name}/SKILL.md`,
      'a description of 1 to 1,024 characters': description !== '' && description.length <= 1_024,
      'no tag in its description': !/[<>]/.test(description),
      'no field but name, description and allowed-tools': isSubset(fields, [
        'name',
        'description',
        'allowed-tools',
      ]),
      'something to say': body !== '',
    }),
  ];
}

function lintCommand(files: Files, path: string): string[] {
  const { fields, body, problems } = readFrontMatter(content(files, path));
  const description = fields.get('description') ?? '';
  return [
    ...problems.map((problem) => `${path} ${problem}`),
    ...expectations(path, {
      'a description of 1 to 100 characters': description !== '' && description.length <= 100,
      'no field but description, argument-hint and allowed-tools': isSubset(fields, [
        'description',
        'argument-hint',
        'allowed-tools',
      ]),
      'a use for the arguments that it asks for': fields.has('argument-hint') === body.includes('$ARGUMENTS'),
    }),
  ];
}

function lintContents(files: Files): string[] {
  return expectations('The package', {
    'no node_modules': ![...files.keys()].some((path) => path.split('/').includes('node_modules')),
    'a licence': files.has('LICENSE'),
    'a README': files.has('README.md'),
  });
}

type Json = Readonly<Record<string, unknown>>;

/** One problem for each that does not hold. */
function expectations(path: string, facts: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(facts).flatMap(([what, holds]) => (holds ? [] : [`${path} has to have ${what}.`]));
}

function isCommand(path: string): boolean {
  return /^commands\/[^/]+\.md$/.test(path);
}

function isSubset(fields: ReadonlyMap<string, string>, known: readonly string[]): boolean {
  return [...fields.keys()].every((name) => known.includes(name));
}

function content(files: Files, path: string): string {
  return new TextDecoder().decode(files.get(path));
}

/** What is missing or no JSON has nothing of what is asked for. */
function json(files: Files, path: string): Json {
  try {
    return record(JSON.parse(content(files, path)));
  } catch {
    return {};
  }
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Front matter of skills and commands, in the part of YAML that every reader agrees on: one `name: value` a line,
 * the value plain or in single quotes. What Claude Code cannot read it drops without a word, so it is refused here.
 */
interface FrontMatter {
  fields: ReadonlyMap<string, string>;
  body: string;
  problems: string[];
}

export function readFrontMatter(text: string): FrontMatter {
  const [, head, body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  if (head === undefined)
    return { fields: new Map(), body: text, problems: ['has no front matter between lines of ---'] };
  const fields = new Map<string, string>();
  const problems: string[] = [];
  for (const line of head.split('\n')) {
    const [, name, value] = /^([a-z][a-z-]*): (\S.*)$/.exec(line) ?? [];
    const read = value === undefined ? null : scalar(value);
    if (name === undefined || read === null) problems.push(`has a line that is not "name: value": ${line}`);
    else if (fields.has(name)) problems.push(`says ${name} twice`);
    else fields.set(name, read);
  }
  return { fields, body: body.trim(), problems };
}

/** `null` for what YAML would not read as these very words. */
function scalar(value: string): string | null {
  const [, quoted] = /^'((?:[^']|'')*)'$/.exec(value) ?? [];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  const isPlain = /^[\p{L}\d$]/u.test(value) && !/: |:$| #|\s$/.test(value);
  return isPlain ? value : null;
}
