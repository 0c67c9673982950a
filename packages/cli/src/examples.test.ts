import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { commands } from './commands/index.ts';
import { addressOf, commentOn, openPage } from './testing/review-page.ts';
import { exitCodeOf, type TestProject, setUpCli } from './testing/test-project.ts';

const { createProject } = setUpCli();

const readme = '# Shop\n';
const examples = commands.flatMap(({ name, examples: all }) => all.map((example) => ({ name, example })));

it.each(examples)('the example of $name runs: $example', async ({ name, example }) => {
  const here = createProject();
  const annotation = sampleAnnotation();
  await here.fill([annotation]);
  if (name === 'import') {
    here.write('store.json', JSON.stringify({ version: 1, annotations: { [annotation.id]: annotation } }));
    here.write('annotations.jsonl', JSON.stringify(annotation));
  }
  if (name === 'merge') await here.fill([annotation], 'json:inline-review.json');
  here.write('README.md', readme);
  if (name === 'dev') writeDevServers(here);
  for (const folder of ['../shop', '../notes', '.cursor']) mkdirSync(join(here.project, folder));
  const words = wordsOf(example);
  const { code, stderr } = await ran(name, words, here);
  expect({ code, stderr }).toEqual({
    code: findsNothing(name, words) ? 1 : 0,
    stderr: expect.any(String) as unknown,
  });
});

/** `doctor` finds what is missing in this project, and `check add` no annotation that a page has shown as done. */
function findsNothing(name: string, [, word]: readonly string[]): boolean {
  return name === 'doctor' || (name === 'check' && word === 'add');
}

/** Each prints its address and ends, so that `dev` ends too. */
function writeDevServers(here: TestProject): void {
  const scripts = { dev: `node -e "console.log('http://localhost:5173')"` };
  here.write('package.json', JSON.stringify({ scripts }));
  here.write('manage.py', 'print("Starting development server at http://127.0.0.1:8000/")');
}

function ran(name: string, words: readonly string[], here: TestProject) {
  if (name === 'review' && !words.includes('--text')) return submitting(words, here);
  if (name === 'work') return working(words, here);
  return stays(words) ? served(here, words) : here.runProgram(words);
}

/** With a person who comments, on a machine that has no browser. */
async function submitting(words: readonly string[], { start, home }: TestProject) {
  const child = start(words, { env: { PATH: home } });
  const code = exitCodeOf(child);
  const stderr = await addressOf(child);
  const { submit } = await openPage(stderr);
  await submit(commentOn(readme, 'Shop', 'Which one?'));
  return { code: await code, stderr };
}

/** With agents of these names, until it is ready. */
async function working(words: readonly string[], here: TestProject) {
  const agent = join(import.meta.dirname, '../../../demos/agent/src/acp.ts');
  const programs = {
    'claude-agent-acp': `exec "${process.execPath}" "${agent}"`,
    'my-agent': `exec "${process.execPath}" "${agent}"`,
    git: `PATH="${process.env.PATH}" exec git "$@"`,
  };
  for (const [program, line] of Object.entries(programs))
    chmodSync(here.write(`../my home/bin/${program}`, `#!/bin/sh\n${line}\n`), 0o755);
  commitAll(here.project);
  const child = here.start(words, { env: { PATH: join(here.home, 'bin') } });
  const ended = exitCodeOf(child);
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (data) => (stderr += String(data)));
  child.stdout.on('data', (data) => {
    stdout += String(data);
    // A second signal would end it at once, without its exit code.
    if (stdout.includes('waits for what you send') && !child.killed) child.kill();
  });
  return { code: await ended, stderr };
}

function commitAll(project: string): void {
  rmSync(join(project, '.git'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: project,
    });
  git('init', '--quiet');
  git('add', 'README.md');
  git('commit', '--quiet', '--message', 'first');
}

/** Until it is ended. */
function stays([command, ...options]: readonly string[]): boolean {
  if (command === 'dev') return true;
  return command === 'serve' && !options.includes('--connection') && !options.includes('--install');
}

async function served(
  here: TestProject,
  words: readonly string[],
): Promise<{ code: number | null; stderr: string }> {
  const [command = '', ...others] = words;
  const child = here.start([command, '--port', '0', ...others]);
  const ended = exitCodeOf(child);
  if (words.includes('--')) child.stdout.resume();
  else child.stdout.once('data', () => child.kill());
  return { code: await ended, stderr: '' };
}

/** As a shell would pass them on, without the program's own name. */
function wordsOf(example: string): string[] {
  const [program, ...words] = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  expect(program).toBe('annotate-mcp');
  return words;
}
