/** The fixture on a dev server of its own: on a copy, with the Angular of this repository or with an older one. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../..');
const packages = { 'node_modules/@annotate-mcp/angular': 'packages/angular' };

export type AngularVersion = 21 | 22;

export interface KindsServer extends AsyncDisposable {
  readonly url: string;
  /** The project's root, where the store is; the app is below it in `app`. */
  readonly root: string;
  /** The line of a file, by its path from the root; 1 is the first. */
  line(file: string, line: number): string | undefined;
}

export async function serveKinds(version: AngularVersion, run: string): Promise<KindsServer> {
  const root = version === 22 ? folderHere(run) : await folderWithAngular21();
  cpSync(join(import.meta.dirname, 'app'), join(root, 'app'), { recursive: true });
  const child = serve(join(root, 'app'), root);
  const close = async () => {
    await end(child);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = await addressOf(child).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url,
    root,
    line: (file, line) => readFileSync(join(root, file), 'utf8').split('\n')[line - 1],
    [Symbol.asyncDispose]: close,
  };
}

/** Below the repository, so that the copy finds the installed packages. */
function folderHere(run: string): string {
  const root = join(repository, '.dev/e2e', run);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  return root;
}

/** Versions that go together: a range would take the newest of each package, which may differ by a patch. */
const angular21 = {
  '@angular/build': '21.2.27',
  '@angular/cli': '21.2.27',
  '@angular/common': '21.2.26',
  '@angular/compiler': '21.2.26',
  '@angular/compiler-cli': '21.2.26',
  '@angular/core': '21.2.26',
  '@angular/platform-browser': '21.2.26',
  '@angular/router': '21.2.26',
  rxjs: '~7.8.2',
  tslib: '^2.8.1',
  typescript: '~5.9.3',
};

async function folderWithAngular21(): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-angular-21-')));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ private: true, dependencies: angular21 }));
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: root });
  for (const [link, target] of Object.entries(packages)) {
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(join(repository, target), join(root, link), 'junction');
  }
  return root;
}

function serve(folder: string, root: string): ChildProcessWithoutNullStreams {
  const cli = createRequire(join(folder, 'package.json')).resolve('@angular/cli/package.json');
  return spawn(
    process.execPath,
    ['--conditions=@annotate-mcp/source', join(dirname(cli), 'bin/ng.js'), 'serve', '--port', '0'],
    {
      cwd: folder,
      env: {
        ...process.env,
        ANNOTATE_PROJECT_ROOT: root,
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        PORT: undefined, // which Angular's dev server would prefer
      },
      stdio: 'pipe',
    },
  );
}

/** When the server listens and can be annotated. What it says is of interest only where that does not come. */
async function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const printed: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`${what}:\n${printed.join('\n')}`));
    createInterface({ input: child.stderr }).on('line', (line) => printed.push(line));
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line);
      const url = /Local: +(\S+)/.exec(printed.join('\n'))?.[1];
      if (line.includes('Alt+Shift+A') && url !== undefined) resolve(url);
      // The dev server would wait for a better one.
      if (line.includes('generation failed')) fail('The build failed');
    });
    child.once('exit', (code) => fail(`The dev server ended with ${code}`));
  });
}

async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
