/** A copy of scripts/ in a folder of its own, for tests that run them: its path has a space in it. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TemporaryCheckout extends Disposable {
  root: string;
  write: (path: string, content: string) => void;
}

/** `files` are written beside scripts/; a package.json among them is the root's. */
export function temporaryCheckout(files: Readonly<Record<string, string>>): TemporaryCheckout {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate scripts ')));
  cpSync(import.meta.dirname, join(root, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { root, write, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** Makes the setup find everything in place, so that a test of another script installs nothing. */
export function pretendInstalled({ root, write }: TemporaryCheckout): void {
  write('package-lock.json', '{}');
  write('node_modules/.installed-package-lock.json', '{}');
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
}

/** Lets the setup find what `npm start` installs, the packages of some workspaces, instead of all. */
export function pretendInstalledFor({ root, write }: TemporaryCheckout, workspaces: readonly string[]): void {
  rmSync(join(root, 'node_modules/.installed-package-lock.json'));
  const sum = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  write('node_modules/.installed-workspaces', `${[sum, ...workspaces].join('\n')}\n`);
}

/** A package whose program is this JavaScript. */
export function writeTool({ write }: TemporaryCheckout, folder: string, name: string, code: string): void {
  write(`node_modules/${folder}/package.json`, JSON.stringify({ bin: { [name]: 'program.mjs' } }));
  write(`node_modules/${folder}/program.mjs`, code);
}
