import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface CheckoutCopy extends Disposable {
  readonly root: string;
}

/**
 * A copy of the checkout, with what is not committed yet, in which a release can be made without changing the checkout.
 * It has the installed packages of the checkout, and links to its own workspaces.
 */
export function copyCheckout(root: string): CheckoutCopy {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-release-')));
  for (const file of filesOf(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  for (const modules of [
    'node_modules',
    ...globSync('{packages,apps,demos}/*/node_modules', { cwd: root }),
    'e2e/node_modules',
    'bench/node_modules',
  ])
    if (existsSync(join(root, modules))) linkPackages(join(root, modules), join(copy, modules));
  // changesets asks git who added a file.
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=release', '-c', 'user.email=release@localhost', ...args], {
      cwd: copy,
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', '--message=copy');
  return {
    root: copy,
    [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function filesOf(root: string): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Links to workspaces are relative, so the same links lead to those of the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const hasWorkspaces =
      name.startsWith('@') && readdirSync(source).some((each) => isLink(join(source, each)));
    if (isLink(source)) symlinkSync(readlinkSync(source), target);
    else if (hasWorkspaces) linkPackages(source, target);
    else symlinkSync(source, target);
  }
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}
