import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { commands } from './commands/index.ts';
import { inlineReviewText, ngAnnotateText } from './import/testing/older-files.ts';
import { teamCommands, wordsOf } from './testing/examples.ts';
import { addressOf, commentOn, openPage } from './testing/review-page.ts';
import { exitCodeOf, type TestProject, setUpCli } from './testing/test-project.ts';

const { createProject } = setUpCli();

interface Example {
  readonly name: string;
  readonly example: string;
}

const readme = '# Shop\n';
/** Those need a database or GitHub: team/team.test.ts and sync/sync-github.test.ts run their examples. */
const runElsewhere: ReadonlySet<string> = new Set([...teamCommands, 'sync']);
const examples: readonly Example[] = commands
  .filter(({ name }) => !runElsewhere.has(name))
  .flatMap(({ name, examples: all }) => all.map((example) => ({ name, example })))
  .filter(({ example }) => !example.includes('postgres://'));

const isFirst = ({ name, example }: Example) =>
  commands.find((command) => command.name === name)?.examples[0] === example;
const title = 'the example of $name runs: $example';

it.each(examples.filter(isFirst))(title, runExample);
it.each(examples.filter((example) => !isFirst(example)))(title, { tags: 'full' }, runExample);

async function runExample({ name, example }: Example): Promise<void> {
  const here = createProject();
  // The one that examples name.
  const annotation = sampleAnnotation({ id: '473160ca-87ce-4de1-8e64-51533142a9e2' });
  await here.fill([annotation]);
  if (name === 'import') {
    here.write('store.json', JSON.stringify({ version: 1, annotations: { [annotation.id]: annotation } }));
    here.write('annotations.jsonl', JSON.stringify(annotation));
    here.write('inline-review.json', inlineReviewText);
    here.write('.ng-annotate/store.json', ngAnnotateText);
  }
  if (name === 'merge') await here.fill([annotation], 'json:inline-review.json');
  here.write('README.md', readme);
  if (name === 'dev') writeDevServers(here);
  if (name === 'release') await here.run(['take', annotation.id]);
  for (const folder of ['../shop', '../notes', '.cursor']) mkdirSync(join(here.project, folder));
  const words = wordsOf(example);
  const { code, stderr } = await ran(name, words, here);
  expect({ code, stderr }).toEqual({
    code: findsNothing(name, words) ? 1 : 0,
    stderr: expect.any(String) as unknown,
  });
}

/**
 * `doctor` finds what is missing in this project, `check add` no annotation that a page has shown as done, and `trust`
 * no terminal in which it could ask.
 */
function findsNothing(name: string, words: readonly string[]): boolean {
  return (
    name === 'doctor' || (name === 'check' && words[1] === 'add') || (name === 'trust' && words.length === 1)
  );
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
  if (name === 'lsp') return editing(words, here);
  if (stays(words)) return served(here, words);
  if (words.includes('-')) return here.runProgram(words, { input: 'It is fixed in v2' });
  return readsInput.has(name) ? here.runProgram(words) : here.run(words);
}

/** Commands that read stdin until it ends, which that of this process does not. */
const readsInput: ReadonlySet<string> = new Set(['stdio', 'hook', 'import', 'merge', 'watch']);

/** With a person who comments, on a machine that has no browser. */
async function submitting(words: readonly string[], { start, home }: TestProject) {
  const child = start(words, { env: { PATH: home } });
  const code = exitCodeOf(child);
  const stderr = await addressOf(child);
  const { submit } = await openPage(stderr);
  await submit(commentOn(readme, 'Shop', 'Which one?'));
  return { code: await code, stderr };
}

/** With an editor that ends it again. */
async function editing(words: readonly string[], { start }: TestProject) {
  const child = start(words);
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += String(data)));
  const messages = [
    { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
    { method: 'initialized', params: {} },
    { id: 2, method: 'shutdown' },
    { method: 'exit' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  for (const message of messages) child.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
  return { code: await exitCodeOf(child), stderr };
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
