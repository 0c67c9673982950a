/** The work of an agent that has a shell and no MCP, by the built program. */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { describe, expect, it, onTestFinished } from 'vitest';

import { type Annotation, compareRecords, recordAfter, recordBefore, reply, stop } from '@annotate-mcp/core';
import { sampleAnnotation, samplePageRecord, uuidOf } from '@annotate-mcp/core/testing';

import { exitCodeOf, setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();
const pending = (n: number) => sampleAnnotation({ id: uuidOf(n), annotationText: `replace ${n}` });

describe('an agent in a shell', () => {
  it('does the whole loop by a script', { timeout: 60_000 }, async () => {
    const here = createProject();
    git(here, 'init', '-q');
    here.write('src/card.html', '<h2>Specail offer</h2>\n');
    const script = here.write('loop.sh', loop);
    const shell = startShell(here, script);
    await here.fill([pending(1)]);
    const { code, stdout, stderr } = await shell;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('replace 1');
    const store = await here.open();
    const after = await store.get(uuidOf(1));
    expect(after).toMatchObject({
      status: 'resolved',
      replies: [
        { author: 'agent', message: 'On it' },
        { author: 'agent', message: 'Corrected the typo' },
      ],
      edited: { files: [{ file: 'src/card.html' }] },
    });
    // With a patch, so that the person can undo it.
    expect(after).toHaveProperty('edited.patch');
    expect(await store.agents.list()).toEqual([]);
    expect(leftIn(here)).toEqual([]);
  });

  it('tells the second of two shells who holds what both want', { timeout: 60_000 }, async () => {
    const here = createProject();
    await here.fill([pending(1)]);
    const first = startShell(
      here,
      here.write('first.sh', 'set -e\nannotate take "$ID" >/dev/null\necho taken\nread -r line\n'),
    );
    await first.said('taken');
    const second = await startShell(here, here.write('second.sh', 'annotate take "$ID"\n'));
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(/is held by (?:ba)?sh \d+ since/);
    const other = await startShell(here, here.write('third.sh', 'annotate resolve "$ID" "Done"\n'));
    expect(other).toMatchObject({ code: 1 });
    expect(other.stderr).toMatch(/is held by .*\n.*--as/);
    first.end();
    await first;
    // The shell has ended, and with it its claim.
    expect(await startShell(here, here.write('fourth.sh', 'annotate take "$ID"\n'))).toMatchObject({
      code: 0,
    });
  });
});

describe('the shell tool of an agent', () => {
  it(
    'starts a shell for each command, and the agent holds what one of them has taken',
    { timeout: 60_000 },
    async () => {
      const here = createProject();
      await here.fill([pending(1)]);
      const host = startHost(here, { CLAUDECODE: '1' });
      expect(await host.run(`"$NODE" "$BIN" take ${uuidOf(1)} && true`)).toContain('replace 1');
      const store = await here.open();
      expect(await store.get(uuidOf(1))).toMatchObject({ claim: { agentName: 'claude-code' } });
      expect(await store.agents.list()).toMatchObject([{ agentName: 'claude-code' }]);
      expect(await host.run(`"$NODE" "$BIN" resolve ${uuidOf(1)} Done && true`)).toContain('Resolved');
      await here.fill([pending(2)]);
      await host.run(`"$NODE" "$BIN" take ${uuidOf(2)} && true`);
      host.end();
      await expect.poll(() => store.agents.list(), { timeout: 20_000 }).toEqual([]);
      expect(await here.runProgram(['take', uuidOf(2), '--as', 'Rita'])).toMatchObject({ code: 0 });
    },
  );
});

describe('an agent that resolved something', () => {
  it('is told when the page does not show it, in another process', { timeout: 60_000 }, async () => {
    const here = createProject();
    await here.fill([sampleAnnotation({ id: uuidOf(1) })]);
    const store = await here.open();
    await store.update(uuidOf(1), (one) => recordBefore(one, system, side(30)));
    const as = ['--as', 'Rita'];
    await here.runProgram(['take', uuidOf(1), ...as]);
    expect((await here.runProgram(['resolve', uuidOf(1), 'Done', ...as])).stdout).toContain(
      'The page is looked at now',
    );
    const [shown, again] = [samplePageRecord('Sign in'), samplePageRecord('Sign in')];
    await store.update(uuidOf(1), (one) =>
      recordAfter(one, system, { ...side(40), ...compareRecords(shown, again) }),
    );
    const told = await here.runProgram(['watch', '--once', ...as]);
    expect(told).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('nothing changed on the page') as unknown,
    });
    expect(await here.runProgram(['watch', '--timeout', '1', ...as])).toMatchObject({ code: 3, stdout: '' });
  });
});

describe('a claim under a name', () => {
  it('lasts from one process to the next, and until it is released', { timeout: 60_000 }, async () => {
    const here = createProject();
    await here.fill([pending(1)]);
    expect(await here.runProgram(['take', '00000000', '--as', 'Rita'])).toMatchObject({ code: 0 });
    const store = await here.open();
    expect(await store.agents.list()).toMatchObject([{ agentName: 'Rita', waiting: false }]);
    expect(await here.runProgram(['take', '00000000'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is held by Rita') as unknown,
    });
    expect(await here.runProgram(['release', '00000000', '--as', 'rita', 'Not', 'mine'])).toMatchObject({
      code: 0,
    });
    expect(await store.get(uuidOf(1))).toMatchObject({
      status: 'pending',
      replies: [{ message: 'Not mine' }],
    });
    expect(await store.agents.list()).toEqual([]);
    expect(leftIn(here).filter((name) => name.includes('objects'))).toEqual([]);
  });

  it.each([
    {
      what: 'a comment on a document',
      kind: 'markdown',
      url: 'json:.claude/md-comments/plan.json',
      store: [],
    },
    {
      what: 'a store in one JSON file',
      kind: 'page',
      url: 'json:review.json',
      store: ['--store', 'json:review.json'],
    },
  ] as const)(
    'lasts for $what too, and is seen by others',
    { timeout: 60_000 },
    async ({ kind, url, store }) => {
      const here = createProject();
      await here.fill([sampleAnnotation({ id: uuidOf(1), kind })], url);
      expect(await here.runProgram(['take', uuidOf(1), '--as', 'Rita', ...store])).toMatchObject({ code: 0 });
      const refused = await here.runProgram(['take', uuidOf(1), '--as', 'Otto', ...store]);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is held by Rita') as unknown,
      });
      expect(await here.runProgram(['reply', uuidOf(1), 'On it', '--as', 'Rita', ...store])).toMatchObject({
        code: 0,
      });
      expect(await here.runProgram(['resolve', uuidOf(1), 'Done', '--as', 'Rita', ...store])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`Resolved ${uuidOf(1)}`) as unknown,
      });
    },
  );

  it('is refused once while a reply of the person was not read', { timeout: 60_000 }, async () => {
    const { here, as } = await holdWithReply();
    expect(await here.runProgram(['resolve', uuidOf(1), 'Done', ...as])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The person replied meanwhile: "And blue"') as unknown,
    });
    expect(await here.runProgram(['resolve', uuidOf(1), 'Done', ...as])).toMatchObject({ code: 0 });
  });

  it(
    'is told of a reply to what it holds, once, and that the person stopped it',
    { timeout: 60_000 },
    async () => {
      const { here, as, store } = await holdWithReply();
      const told = await here.runProgram(['watch', '--once', '--json', ...as]);
      expect(JSON.parse(told.stdout)).toMatchObject({
        annotation: { id: uuidOf(1), status: 'acknowledged' },
        replies: [{ message: 'And blue' }],
      });
      expect(await here.runProgram(['watch', '--timeout', '1', ...as])).toMatchObject({
        code: 3,
        stdout: '',
      });
      await store.update(uuidOf(1), (each) => stop(each, author(each), new Date()));
      const refused = await here.runProgram(['reply', uuidOf(1), 'Which blue?', ...as]);
      expect(refused.stderr).toContain('You no longer hold annotation');
    },
  );
});

describe('what is wrong', () => {
  it.each([
    { args: ['take', 'ffff'], says: 'There is no annotation ffff' },
    { args: ['take', ''], says: 'annotate-mcp list' },
    { args: ['take', '0000'], says: '2 ids begin with 0000' },
    { args: ['reply', uuidOf(1), ' '], says: 'The reply is blank; nothing was changed' },
    { args: ['reply', uuidOf(1), '-'], says: 'The reply is blank; nothing was changed' },
    { args: ['dismiss', uuidOf(1), 'x'.repeat(20_001)], says: 'has 20001 characters' },
    { args: ['resolve', uuidOf(1), 'Done', '--files', '/etc/passwd'], says: 'is not a file of the project' },
    { args: ['release', uuidOf(1)], says: 'does not apply to it' },
  ])('$args is refused with what to do, and loses nothing', async ({ args, says }) => {
    const here = createProject();
    await here.fill([pending(1), pending(2)]);
    const { code, stdout, stderr } = await here.runProgram([...args, '--as', 'Rita']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(says);
    const store = await here.open();
    expect(await store.get(uuidOf(1))).toMatchObject({ status: 'pending', replies: [] });
    expect(await store.agents.list()).toEqual([]);
  });

  it('is said as JSON, too, and nothing is created in a project without annotations', async () => {
    const here = createProject();
    const { code, stdout } = await here.runProgram(['take', uuidOf(1), '--json', '--as', 'Rita']);
    expect({ code, error: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 1,
      error: { code: 'annotation/not-found' },
    });
    expect(existsSync(join(here.project, '.annotate'))).toBe(false);
  });

  it('takes the text from stdin', async () => {
    const here = createProject();
    await here.fill([pending(1)]);
    const text = 'Two\nlines, "quoted"';
    const args = ['reply', uuidOf(1), '-', '--expects-answer'];
    expect(await here.runProgram(args, { input: `${text}\n` })).toMatchObject({ code: 0 });
    expect(await (await here.open()).get(uuidOf(1))).toMatchObject({
      replies: [{ message: text, expectsAnswer: true }],
    });
  });
});

/** `$ID` and the function `annotate` are set by `startShell`. */
const loop = `set -eu
# Waits, takes what came, says so, does it and ends it.
work=$(annotate watch --once --json)
id=$(printf '%s' "$work" | sed -n 's/^    "id": "\\(.*\\)",$/\\1/p' | head -n 1)
annotate take "$id"
annotate reply "$id" "On it"
sed -i.bak 's/Specail/Special/' src/card.html && rm src/card.html.bak
annotate resolve "$id" "Corrected the typo" --files src/card.html
`;

interface Shell extends Promise<{ code: number | null; stdout: string; stderr: string }> {
  said: (text: string) => Promise<void>;
  end: () => void;
}

function startShell(here: TestProject, script: string): Shell {
  const prelude = `annotate() { "$NODE" "$BIN" "$@"; }\n. "$1"\n`;
  const file = here.write(`${script.slice(here.project.length + 1)}.run.sh`, prelude);
  const { PATH } = process.env;
  const env = { PATH, HOME: here.home, NODE: process.execPath, BIN: here.bin, ID: uuidOf(1) };
  const child = spawn('bash', [file, script], { cwd: here.project, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  const listeners: (() => void)[] = [];
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    for (const listen of listeners) listen();
  });
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = exitCodeOf(child).then((code) => ({ code, stdout, stderr }));
  return Object.assign(ended, {
    said: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => stdout.includes(text) && resolve();
        listeners.push(look);
        look();
      }),
    end: () => child.stdin.end('\n'),
  });
}

const system = { type: 'system' } as const;
const side = (minute: number) => ({ takenAt: `2026-11-15T09:${minute}:00.000Z`, record: `${minute}.json` });

/** A program that starts a shell for each command, as agents do. */
function startHost(here: TestProject, env: Record<string, string>) {
  const code = `
    const { execFile } = require('node:child_process');
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) =>
      execFile('bash', ['-c', JSON.parse(line)], (_error, out, err) => console.log(JSON.stringify(out + err))));`;
  const child = spawn(process.execPath, ['-e', code], {
    cwd: here.project,
    env: { PATH: process.env.PATH, HOME: here.home, NODE: process.execPath, BIN: here.bin, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    run: async (command: string) => {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const { value } = await answers.next();
      return String(value);
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** Rita holds an annotation to which the person has replied since. */
async function holdWithReply() {
  const here = createProject();
  await here.fill([pending(1)]);
  const as = ['--as', 'Rita'];
  await here.runProgram(['take', uuidOf(1), ...as]);
  const store = await here.open();
  await store.update(uuidOf(1), (each) =>
    reply(each, author(each), new Date(), { id: uuidOf(9), message: 'And blue' }),
  );
  return { here, as, store };
}

function author({ authorId }: Annotation) {
  return { type: 'person', authorId } as const;
}

function git({ project }: TestProject, ...args: string[]): void {
  execFileSync('git', args, { cwd: project });
}

/** What agents of shells have left in the user's cache. */
function leftIn({ home }: TestProject): string[] {
  const folder = join(home, '.cache', 'annotate-mcp', 'shells');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('/'));
}
