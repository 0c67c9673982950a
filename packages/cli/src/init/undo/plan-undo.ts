/** Finds what init or ng add wrote into a project, and how to take it back. Reads only. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { rootMarker, storeFile, unionMergeLine } from '@annotate-mcp/store';

import { proposeDesktopRemoval } from '../../agents/claude-desktop.ts';
import { filesWithProvider, withoutOurBuilder } from '../../angular/remove-ours.ts';
import { angularPackage, workspaceFileOf } from '../../angular/workspace-file.ts';
import { type App, usesAngularCli } from '../../apps/apps.ts';
import { pageConfigs } from '../../apps/configs/index.ts';
import type { PageConfig } from '../../apps/configs/page-config.ts';
import { manifestOf } from '../../apps/manifest.ts';
import { packageManagerOf, removeCommand } from '../../apps/package-manager.ts';
import { isOurs } from '../../config-file/config-file.ts';
import { withoutImport } from '../../config-file/without-import.ts';
import { agentFiles, withoutAgentFile } from '../agent-files.ts';
import type { Change } from '../change.ts';
import { withoutGuide } from '../guide.ts';
import type { Install } from '../install.ts';
import type { ByHand } from '../integrations/integration.ts';
import type { Project } from '../project.ts';
import { shellSkillFiles, shellSkillKind } from '../shell-skill.ts';

import { proposeServerRemoval } from './propose-server-removal.ts';
import { originalsOf } from './written-files.ts';

export interface UndoPlan {
  changes: Change[];
  uninstalls: Install[];
  byHand: ByHand[];
}

/** `store` is the URL that init was given, if it was given one. */
export async function planUndo(project: Project, store: string | undefined): Promise<UndoPlan> {
  const { root, folder, apps } = project;
  const folders = [...new Set([folder, root, ...apps.map((app) => app.folder)])];
  const originalOf = originalsOf(root);
  const inSources = apps.flatMap(sourcesOf).map((source) => removeFromSource(source, originalOf));
  const servers = await Promise.all(folders.map((each) => proposeServerRemoval(each, originalOf)));
  const edited = (file: string, edit: (text: string) => string | null, part: string) =>
    editedFile(file, edit, part, originalOf);
  return {
    changes: [
      ...oncePerFile(servers.flat()),
      ...proposeDesktopRemoval(),
      ...inSources.flatMap(({ change }) => change ?? []),
      ...apps
        .filter(usesAngularCli)
        .flatMap((app) => edited(workspaceFileOf(app.folder), withoutOurBuilder, 'the annotate builder')),
      ...['AGENTS.md', 'CLAUDE.md'].flatMap((name) =>
        edited(join(root, name), withoutGuide, 'the work loop'),
      ),
      ...agentFiles.flatMap(({ path, kind }) => edited(join(root, path), withoutAgentFile, kind)),
      ...shellSkillFiles.flatMap((path) => edited(join(root, path), withoutAgentFile, shellSkillKind)),
      ...folders.flatMap((each) => edited(join(each, '.gitignore'), withoutIgnoreLines, '.annotate/')),
      ...edited(
        join(root, '.gitattributes'),
        (text) => withoutMergeLine(text, root, store),
        'the merge rule',
      ),
      ...edited(join(root, rootMarker), () => null, 'the root of the project'),
    ],
    uninstalls: folders.flatMap((each) => uninstallFrom(each, root)),
    byHand: inSources.flatMap(({ byHand }) => byHand ?? []),
  };
}

type OriginalOf = ReturnType<typeof originalsOf>;

interface Source {
  file: string;
  isOurs: (source: string) => boolean;
  part: string;
  /** The whole texts with which init makes such a file. */
  made: readonly string[];
}

function sourcesOf(app: App): Source[] {
  if (usesAngularCli(app)) {
    const ours = (source: string) => source === angularPackage;
    return filesWithProvider(app.folder).map((file) => ({
      file,
      isOurs: ours,
      part: 'provideNgAnnotate',
      made: [],
    }));
  }
  // Some frameworks share a file, and what is in it.
  const byFile = Map.groupBy(pageConfigs, ({ fileOf }) => fileOf(app));
  return [...byFile].flatMap(([file, configs]) => (file === null ? [] : [sourceIn(file, configs, app)]));
}

function sourceIn(file: string, configs: readonly PageConfig[], app: App): Source {
  const parts = new Set(configs.map(({ part }) => `the ${part}`));
  return {
    file,
    isOurs: (source) => configs.some(({ kind }) => isOurs(source, kind)),
    part: [...parts].join(' or '),
    made: configs.flatMap(({ newFile }) => newFile?.(app).text ?? []),
  };
}

function removeFromSource(
  { file, isOurs: ours, part, made }: Source,
  originalOf: OriginalOf,
): { change?: Change; byHand?: ByHand } {
  const before = readFileSync(file, 'utf8');
  const what = `remove ${part}`;
  const original = originalOf(file, before);
  if (original !== undefined && original !== null && withoutImport(original, ours).state === 'absent')
    return { change: { file, what, before, after: original, isSource: true } };
  if (original === null || made.includes(before)) return { change: { file, what, before, after: null } };
  const removal = withoutImport(before, ours);
  switch (removal.state) {
    case 'absent':
      return {};
    case 'removed':
      return { change: { file, what, before, after: removal.after, isSource: true } };
    case 'unclear':
      return {
        byHand: {
          file,
          why: `uses ${part} in a way that init does not follow`,
          lines: [`Remove ${part} and its import.`],
        },
      };
  }
}

function editedFile(
  file: string,
  edit: (text: string) => string | null,
  part: string,
  originalOf: OriginalOf,
): Change[] {
  if (!existsSync(file)) return [];
  const before = readFileSync(file, 'utf8');
  const original = originalOf(file, before);
  // A text from before may have ours in it that an earlier init or a person wrote.
  const after = original === null ? null : edit(original ?? before);
  return after === before ? [] : [{ file, what: `remove ${part}`, before, after }];
}

/** As ng add wrote them, with its comment; a line of the person's own stays. */
function withoutIgnoreLines(text: string): string | null {
  const rest = text.replace(/(?:^|(?:\r?\n)?(?<=\n))# annotate-mcp\r?\n\.annotate\/\r?\n?/, '');
  return rest.trim() === '' && rest !== text ? null : rest;
}

function withoutMergeLine(text: string, root: string, store: string | undefined): string | null {
  const { scheme, path = '' } = storeFile(store ?? '', root) ?? {};
  if (scheme !== 'json') return text;
  const line = unionMergeLine(relative(root, path));
  const rest = text.split('\n').filter((each) => each.trimEnd() !== line);
  return rest.join('\n').trim() === '' ? null : rest.join('\n');
}

/** ng add declares the server next to its package, so both go. */
function uninstallFrom(folder: string, root: string): Install[] {
  const declared = manifestOf(folder)?.dependencies ?? new Set<string>();
  const ours = new Set([...pageConfigs.map((config) => config.package), angularPackage]);
  const names = [...ours].filter((name) => declared.has(name));
  if (names.includes(angularPackage) && declared.has('annotate-mcp')) names.push('annotate-mcp');
  if (names.length === 0) return [];
  const command = removeCommand(packageManagerOf(folder, root) ?? 'npm', names);
  return [{ package: names.join(', '), folder, command }];
}

function oncePerFile(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [change.file, change])).values()];
}
