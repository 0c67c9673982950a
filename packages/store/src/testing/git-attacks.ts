/** Repositories that name programs wherever git would run one, and a program that leaves a trace when it runs. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { createFolder, createRepository, type Project, projectIn } from './git-repository.ts';

export interface Trap {
  /** A program that says its first argument in `sprung`, and passes its input on, as an honest filter does. */
  program: string;
  /** For the shell that git runs what a configuration names with. */
  command: (name: string) => string;
  /** What has run. */
  sprung: () => string[];
}

export function createTrap(): Trap {
  const { folder } = createFolder('annotate-trap-');
  const [program, trace] = [join(folder, 'trap.sh'), join(folder, 'trace')];
  writeFileSync(program, `#!/bin/sh\necho "\${1:-$0}" >> '${trace}'\ncat\n`, { mode: 0o755 });
  return {
    program,
    command: (name) => `'${program}' ${name}`,
    sprung: () => (existsSync(trace) ? readFileSync(trace, 'utf8').trim().split('\n') : []),
  };
}

export interface Attack {
  name: string;
  /** What the repository has committed or came with in its `.git`. Returns the root of the project. */
  prepare: (repository: Project, trap: Trap) => string;
}

/** Every one is ready before the attack is laid: a repository of two text files, `a.txt` and `src/b.txt`. */
export function prepareAttack({ prepare }: Attack): { root: Project; top: Project; trap: Trap } {
  const trap = createTrap();
  const top = createRepository({ 'a.txt': '1\n', 'src/b.txt': '1\n' });
  return { root: projectIn(prepare(top, trap)), top, trap };
}

const drivers = (trap: Trap, name = 'x'): Record<string, string> => ({
  [`filter.${name}.clean`]: trap.command('clean'),
  [`filter.${name}.smudge`]: trap.command('smudge'),
  [`diff.${name}.textconv`]: trap.command('textconv'),
  [`diff.${name}.command`]: trap.command('diff'),
  [`merge.${name}.driver`]: trap.command('merge'),
});
const withWatcher = (trap: Trap): Record<string, string> => ({
  ...drivers(trap),
  'core.fsmonitor': trap.command('fsmonitor'),
});
const attributes = '* filter=x diff=x merge=x\n';

const hookNames = [
  'pre-commit',
  'commit-msg',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'reference-transaction',
  'fsmonitor-watchman',
];

/** Settings that name a program, or lead to one, each by itself. */
const settings: Record<string, (trap: Trap) => Record<string, string>> = {
  'a process filter': (trap) => ({
    'filter.x.process': trap.command('process'),
    'filter.x.required': 'true',
  }),
  'filters, textconv, and diff and merge drivers': (trap) => drivers(trap),
  'an external diff': (trap) => ({ 'diff.external': trap.command('external') }),
  'a file watcher': (trap) => ({
    'core.fsmonitor': trap.command('fsmonitor'),
    'core.untrackedCache': 'true',
  }),
  'a pager and an editor': (trap) => ({
    'core.pager': trap.command('pager'),
    'pager.config': trap.command('pager'),
    'core.editor': trap.command('editor'),
    'sequence.editor': trap.command('editor'),
  }),
  'programs of the network': (trap) => ({
    'core.sshCommand': trap.command('ssh'),
    'core.gitProxy': trap.command('proxy'),
    'core.askPass': trap.program,
    'credential.helper': `!${trap.command('credential')}`,
    'core.alternateRefsCommand': trap.command('refs'),
  }),
  'a signature for every commit': (trap) => ({
    'commit.gpgSign': 'true',
    'gpg.program': trap.program,
    'gpg.ssh.program': trap.program,
    'user.signingKey': 'x',
  }),
  'a remote that is asked for missing objects': (trap) => ({
    'remote.origin.url': `ext::${trap.command('remote')}`,
    'remote.origin.promisor': 'true',
    'remote.origin.uploadpack': trap.command('upload-pack'),
    'remote.origin.vcs': 'trap',
    'protocol.allow': 'always',
    'protocol.ext.allow': 'always',
    'extensions.partialClone': 'origin',
    'url.ext::.insteadOf': 'https://',
  }),
  aliases: (trap) =>
    Object.fromEntries(
      ['add', 'apply', 'config', 'ls-files', 'update-index', 'rev-parse'].map((name) => [
        `alias.${name}`,
        `!${trap.command('alias')}`,
      ]),
    ),
};

/** Those that one repository can have together. */
const combinable: Attack[] = [
  ...Object.entries(settings).map(([name, settingsOf]) => ({
    name: `${name} in .git/config`,
    prepare: (repository: Project, trap: Trap) => {
      repository.write('.gitattributes', attributes);
      configure(repository, settingsOf(trap));
      return repository.folder;
    },
  })),
  {
    name: 'hooks',
    prepare: (repository, trap) => {
      for (const hook of hookNames) writeHook(join(repository.folder, '.git/hooks'), hook, trap);
      return repository.folder;
    },
  },
  {
    name: 'hooks in a folder of the tree',
    prepare: (repository, trap) => {
      for (const hook of hookNames) writeHook(join(repository.folder, 'hooks'), hook, trap);
      configure(repository, { 'core.hooksPath': 'hooks' });
      return repository.folder;
    },
  },
  {
    name: 'hooks in folders of the tree that nothing names',
    prepare: (repository, trap) => {
      for (const folder of ['.no-hooks', 'no-hooks', 'hooks', '.hooks', '.git-hooks', 'src/hooks'])
        for (const hook of hookNames) writeHook(join(repository.folder, folder), hook, trap);
      return repository.folder;
    },
  },
  {
    name: 'drivers that info/attributes names',
    prepare: (repository, trap) => {
      configure(repository, drivers(trap));
      repository.write('.git/info/attributes', attributes);
      return repository.folder;
    },
  },
  {
    name: 'drivers that a file of core.attributesFile names',
    prepare: (repository, trap) => {
      configure(repository, { ...drivers(trap), 'core.attributesFile': join(repository.folder, 'names') });
      repository.write('names', attributes);
      return repository.folder;
    },
  },
  {
    name: 'a configuration in the tree that .git/config includes',
    prepare: (repository, trap) => {
      repository.write('.gitattributes', attributes);
      repository.write('more', settingsText(withWatcher(trap)));
      configure(repository, { 'include.path': '../more' });
      return repository.folder;
    },
  },
  {
    name: 'a configuration for one worktree',
    prepare: (repository, trap) => {
      repository.write('.gitattributes', attributes);
      configure(repository, { 'extensions.worktreeConfig': 'true' });
      repository.write('.git/config.worktree', settingsText(withWatcher(trap)));
      return repository.folder;
    },
  },
  {
    name: 'a repository inside of the tree',
    prepare: (repository, trap) => {
      const inner = projectIn(join(repository.folder, 'inner'));
      inner.write('c.txt', '1\n');
      inner.git('init', '--quiet');
      inner.git('add', '-A');
      inner.git('commit', '--quiet', '-m', 'x');
      inner.write('.gitattributes', attributes);
      configure(inner, withWatcher(trap));
      return repository.folder;
    },
  },
];

/** Those that need another root, or a repository that is whole when they are laid. */
const separate: Attack[] = [
  {
    name: 'drivers that .gitattributes of a folder names',
    prepare: (repository, trap) => {
      configure(repository, drivers(trap));
      repository.write('src/.gitattributes', attributes);
      return join(repository.folder, 'src');
    },
  },
  {
    name: 'a bare repository in a folder that is the root',
    prepare: (repository, trap) => {
      const app = projectIn(join(repository.folder, 'app'));
      layBareRepository(app, trap);
      app.write('.annotate-root', '');
      return app.folder;
    },
  },
  {
    name: 'a bare repository above the root',
    prepare: (repository, trap) => {
      layBareRepository(projectIn(join(repository.folder, 'app')), trap);
      const inner = projectIn(join(repository.folder, 'app/inner'));
      inner.write('a.txt', '1\n');
      return inner.folder;
    },
  },
  {
    name: 'a submodule with a configuration of its own',
    prepare: (repository, trap) => {
      const library = createRepository({ 'lib.txt': '1\n' });
      repository.git('submodule', '--quiet', 'add', library.folder, 'lib');
      repository.git('commit', '--quiet', '-m', 'lib');
      const inside = projectIn(join(repository.folder, 'lib'));
      inside.write('.gitattributes', attributes);
      configure(inside, withWatcher(trap));
      inside.write('lib.txt', '2\n');
      return repository.folder;
    },
  },
  {
    name: 'a .git file that leads to a repository in the tree',
    prepare: (repository, trap) => {
      const app = projectIn(join(repository.folder, 'app'));
      layBareRepository(projectIn(join(repository.folder, 'stored')), trap);
      app.write('a.txt', '1\n');
      app.write('.gitattributes', attributes);
      app.write('.git', `gitdir: ${join(repository.folder, 'stored')}\n`);
      return app.folder;
    },
  },
];

export const attacks: readonly Attack[] = [...combinable, ...separate];

/** All of them in few repositories: any program that runs is one too many. */
export const combinedAttacks: readonly Attack[] = [
  {
    name: 'everything that one repository can have',
    prepare: (repository, trap) => {
      for (const { prepare } of combinable) prepare(repository, trap);
      return repository.folder;
    },
  },
  ...separate,
];

function writeHook(folder: string, hook: string, trap: Trap): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, hook), `#!/bin/sh\nexec '${trap.program}' ${hook}\n`, { mode: 0o755 });
}

/** What a person commits who wants git to take a folder for a repository. */
function layBareRepository(folder: Project, trap: Trap): void {
  folder.write('HEAD', 'ref: refs/heads/main\n');
  folder.write('objects/.keep', '');
  folder.write('refs/.keep', '');
  folder.write('.gitattributes', attributes);
  folder.write('a.txt', '1\n');
  const own = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n';
  folder.write('config', own + settingsText(withWatcher(trap)));
}

function configure(repository: Project, values: Readonly<Record<string, string>>): void {
  appendFileSync(configOf(repository), settingsText(values));
}

/** Of a submodule `.git` is a file. */
function configOf({ folder, git }: Project): string {
  const usual = join(folder, '.git/config');
  return existsSync(usual)
    ? usual
    : join(resolve(folder, git('rev-parse', '--git-common-dir').trim()), 'config');
}

/** As `git config` writes them, which is a process for each. */
function settingsText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const [, section = '', part, key = ''] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(name) ?? [];
      return `[${section}${part === undefined ? '' : ` "${part}"`}]\n\t${key} = "${value.replaceAll(/["\\]/g, '\\$&')}"\n`;
    })
    .join('');
}
