/** Writes the parts of the documents that are read off the code. `npm run docs` brings them up to date. */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { createProgram } from 'annotate-mcp/program';
import { format, type FormatConfig } from 'oxfmt';
import ts from 'typescript';
import { z } from 'zod';

import { lifecycle, type Rule } from '@annotate-mcp/core';
import { tools, workLoop } from '@annotate-mcp/mcp-server';
import { browserTools } from '@annotate-mcp/mcp-server/browser';
import { markdownTools } from '@annotate-mcp/mcp-server/markdown';

import { arrows } from '../eslint/arrows.js';

/** What of e2e/angular-kinds/kind.ts is shown. */
interface Kind {
  kind: string;
  component: string;
  classFile: string | null;
  line: readonly [file: string, text: string] | null;
  inputs?: Readonly<Record<string, unknown>>;
  path: readonly string[];
}

/** What of packages/cli/src/apps/frameworks.ts is shown. */
interface Framework {
  versions?: { name: string; oldest: string; newest: number | null };
}

interface ListedTool {
  name: string;
  input: () => z.ZodObject;
  description: string;
}

interface Section {
  file: string;
  /** Stands between `<!-- name: generated -->` and `<!-- /name -->`. */
  name: string;
  render: () => string;
}

const root = join(import.meta.dirname, '..');
const sharedOptions = ['packages/hub/src/integration/options.ts', 'IntegrationOptions'] as const;
// By its path: Node cannot load the package as a whole, whose views are written in JSX.
const { defaultKeys } = (await import(
  pathToFileURL(join(root, 'packages/overlay/src/state/config.ts')).href
)) as {
  defaultKeys: Record<string, string>;
};
const { kinds } = (await import(pathToFileURL(join(root, 'e2e/angular-kinds/kinds.ts')).href)) as {
  kinds: readonly Kind[];
};
const { frameworks } = (await import(
  pathToFileURL(join(root, 'packages/cli/src/apps/frameworks.ts')).href
)) as {
  frameworks: readonly Framework[];
};

export const sections: readonly Section[] = [
  { file: 'ARCHITECTURE.md', name: 'arrows', render: renderArrows },
  { file: 'packages/core/README.md', name: 'lifecycle', render: renderLifecycle },
  { file: 'packages/mcp-server/README.md', name: 'tools', render: () => renderTools(tools) },
  {
    file: 'packages/mcp-server/README.md',
    name: 'markdown-tools',
    render: () => renderTools(markdownTools),
  },
  {
    file: 'packages/mcp-server/README.md',
    name: 'browser-tools',
    render: () => renderTools(browserTools),
  },
  { file: 'packages/cli/README.md', name: 'commands', render: renderCommands },
  {
    file: 'apps/plugin/claude/skills/work-on-annotations/SKILL.md',
    name: 'work-loop',
    render: () => workLoop,
  },
  { file: 'packages/overlay/README.md', name: 'keys', render: renderKeys },
  {
    file: 'docs/vite.md',
    name: 'options',
    render: () => renderOptions(sharedOptions, ['packages/unplugin/src/options.ts', 'AnnotateOptions']),
  },
  { file: 'docs/vite.md', name: 'keys', render: renderKeys },
  {
    file: 'docs/bundlers.md',
    name: 'options',
    render: () => renderOptions(sharedOptions, ['packages/unplugin/src/options.ts', 'AnnotateOptions']),
  },
  {
    file: 'docs/bundlers.md',
    name: 'esbuild-options',
    render: () => renderOptions(['packages/unplugin/src/esbuild.ts', 'EsbuildAnnotateOptions']),
  },
  {
    file: 'docs/next.md',
    name: 'options',
    render: () => renderOptions(sharedOptions, ['packages/next/src/options.ts', 'AnnotateOptions']),
  },
  {
    file: 'docs/angular.md',
    name: 'options',
    render: () => renderOptions(sharedOptions),
  },
  { file: 'docs/angular-accuracy.md', name: 'accuracy', render: renderAccuracy },
  { file: 'docs/first-minute.md', name: 'versions', render: renderVersions },
];

/** The document's text with its generated sections as they should be. */
export async function generate(file: string): Promise<string> {
  const path = join(root, file);
  let text = await readFile(path, 'utf8');
  for (const section of sections.filter((each) => each.file === file)) text = replace(text, section);
  const { code, errors } = await format(path, text, await formatOptions());
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}

/** What of the formatter's configuration is about code inside documents. */
async function formatOptions(): Promise<FormatConfig> {
  const shape = z.object({ printWidth: z.number(), singleQuote: z.boolean() });
  return shape.parse(JSON.parse(await readFile(join(root, '.oxfmtrc.json'), 'utf8')));
}

function replace(text: string, { file, name, render }: Section): string {
  const begin = `<!-- ${name}: generated -->`;
  const end = `<!-- /${name} -->`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no section ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${render()}\n\n${text.slice(to)}`;
}

function renderArrows(): string {
  const lines = Object.entries(arrows).map(
    ([folder, allowed]) => `${shortName(folder).padEnd(18)}<- ${allowed.map(shortName).join(', ') || '–'}`,
  );
  return ['```text', ...lines, '```'].join('\n');
}

/** Packages have unique names, so the diagram leaves out their folder. */
function shortName(folder: string): string {
  return folder.replace(/^packages\//, '');
}

function renderTools(list: readonly ListedTool[]): string {
  const rows = list.map(({ name, input, description }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(input(), { io: 'input' });
    const inputs = Object.keys(properties).map(
      (field) => `\`${field}${required.includes(field) ? '' : '?'}\``,
    );
    const words = description.replaceAll('|', '\\|').replaceAll('\n', '<br>');
    return `| \`${name}\` | ${inputs.join(', ')} | ${words} |`;
  });
  return ['| tool | input | for the model |', '|---|---|---|', ...rows].join('\n');
}

function renderLifecycle(): string {
  const rules: [string, Rule][] = Object.entries(lifecycle);
  const table = rules.map(
    ([move, { by, from, to }]) => `| \`${move}\` | ${by.join(', ')} | ${from.join(', ')} | ${to} |`,
  );
  const steps = rules.flatMap(([move, { from, to }]) =>
    to === 'unchanged'
      ? []
      : from.map((status) => `  ${status} --> ${to === 'removed' ? '[*]' : to}: ${move}`),
  );
  return [
    '| move | by | from | to |',
    '|---|---|---|---|',
    ...table,
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> draft',
    '  [*] --> pending',
    ...steps,
    '```',
  ].join('\n');
}

function renderCommands(): string {
  const program = createProgram({ version: '', invoke: async () => undefined, write: () => undefined });
  const help = program.createHelp();
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const optionsOf = (command: typeof program) =>
    help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => `| \`${option.flags}\` | ${cell(help.optionDescription(option))} |`);
  const table = (rows: readonly string[]) => ['| option | |', '|---|---|', ...rows, ''];
  return [
    '| command | |',
    '|---|---|',
    ...program.commands.map(
      (command) => `| \`${help.subcommandTerm(command)}\` | ${cell(command.description())} |`,
    ),
    '',
    'With every command:',
    '',
    ...table(optionsOf(program)),
    ...program.commands.flatMap((command) => [`### ${command.name()}`, '', ...table(optionsOf(command))]),
  ].join('\n');
}

const commandWords: Readonly<Record<string, string>> = {
  inspect: 'point at something',
  panel: 'the list',
  copy: 'copy the page’s annotations as Markdown',
  pageNote: 'a note on the page as a whole',
  freeze: 'hold the page as it is, or let it go on',
};

function renderKeys(): string {
  const rows = Object.entries(defaultKeys).map(([name, key]) => {
    const words = commandWords[name];
    if (words === undefined) throw new Error(`scripts/docs.ts has no words for the key of ${name}.`);
    return `| \`${name}\` | \`${key}\` | ${words} |`;
  });
  return ['| name | key | does |', '|---|---|---|', ...rows].join('\n');
}

/** One row for each option, with its JSDoc. */
function renderOptions(...interfaces: readonly (readonly [file: string, name: string])[]): string {
  const rows = interfaces
    .flatMap(([file, name]) => membersOf(file, name))
    .map((member) => {
      const words = ts
        .getJSDocCommentsAndTags(member)
        .map(({ comment }) => ts.getTextOfJSDocComment(comment));
      return `| \`${member.name?.getText() ?? ''}\` | ${words.join(' ').replace(/\s+/g, ' ')} |`;
    });
  return ['| option | |', '|---|---|', ...rows].join('\n');
}

function membersOf(file: string, name: string): ts.TypeElement[] {
  const path = join(root, file);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const declared = source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter((one) => one.name.text === name);
  const members = declared.flatMap((one) => [...one.members]);
  if (members.length === 0) throw new Error(`${file} has no options in ${name}.`);
  return members;
}

/** One row for each kind of element that the test clicks. */
function renderAccuracy(): string {
  const code = (text: string) => `\`${text}\``;
  const short = (file: string) => code(file.replace(/^src\/app\//, ''));
  const rows = kinds.map(({ kind, component, classFile, line, inputs = {}, path }) => {
    const cells = [
      kind,
      code(component),
      classFile === null ? code(`(unresolved: ${component})`) : short(classFile),
      line === null ? '–' : short(line[0]),
      Object.keys(inputs).map(code).join(', ') || '–',
      path.join(' › ') || '–',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| clicked | component | class in | line in | inputs | inside |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function renderVersions(): string {
  const ranges = frameworks.flatMap(({ versions }) =>
    versions === undefined
      ? []
      : [
          `${versions.name} ${versions.oldest} ${versions.newest === null ? 'or newer' : `to ${versions.newest}`}`,
        ],
  );
  return `${[...new Set(ranges)].join(', ')}.`;
}

if (import.meta.main) {
  for (const file of new Set(sections.map((section) => section.file))) {
    await writeFile(join(root, file), await generate(file));
  }
}
