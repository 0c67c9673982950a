/** Runs the agent with this workspace's server over stdio and a JSON store. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { type RunningAgent, startAgent } from './agent.ts';

const server = join(import.meta.dirname, '../../../packages/cli/src/bin.ts');
const ids = ['a', 'b'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);

let top: string;
let root: string;
let agent: RunningAgent | null;

beforeEach(() => {
  agent = null;
  top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate agent ')));
  root = join(top, 'project');
  mkdirSync(join(root, '.git'), { recursive: true });
  // The test writes the store's file by hand, as another tool would: the person trusts what is there.
  vi.stubEnv('ANNOTATE_CONFIG_FOLDER', join(top, 'config'));
  write('../config/trusted-repositories.json', JSON.stringify({ version: 1, repositories: [root] }));
  write('src/Card.tsx', '<section>\n  <h2>Specail offer</h2>\n  <p>Specail</p>\n</section>\n');
});

afterEach(async () => {
  await agent?.stop();
  vi.unstubAllEnvs();
  rmSync(top, { recursive: true, force: true });
});

describe('the scripted agent', () => {
  it('takes what is pending, changes the line that was pointed at and says where', async () => {
    comment(0, 'replace "Specail" with "Special"', { line: 3, column: 3 });
    await start();
    await expect.poll(() => stored(0).status, patience).toBe('resolved');
    expect(read('src/Card.tsx')).toBe('<section>\n  <h2>Specail offer</h2>\n  <p>Special</p>\n</section>\n');
    expect(stored(0).replies).toMatchObject([
      {
        author: 'agent',
        agentName: 'scripted-agent',
        message: 'Replaced “Specail” with “Special” in src/Card.tsx:3.',
      },
    ]);
  });

  it('hears of what is said later, and gives an element its new text', { tags: ['full'] }, async () => {
    await start();
    comment(0, 'make it say "Offer of the day"', { line: 2, column: 3 });
    await expect.poll(() => stored(0).status, patience).toBe('resolved');
    expect(read('src/Card.tsx')).toContain('<h2>Offer of the day</h2>');
  });

  it('asks when it does not understand, and goes on with the answer', { tags: 'full' }, async () => {
    comment(0, 'nicer please', { line: 2, column: 3 });
    await start();
    await expect.poll(() => stored(0).replies.length, patience).toBe(1);
    expect(stored(0)).toMatchObject({ status: 'acknowledged', replies: [{ author: 'agent' }] });
    answer(0, 'replace “Specail offer” with “Nice offer”');
    await expect.poll(() => stored(0).status, patience).toBe('resolved');
    expect(read('src/Card.tsx')).toContain('<h2>Nice offer</h2>');
  });

  it('dismisses with the reason what is not there to be changed', { tags: ['full'] }, async () => {
    comment(0, 'replace "Nowhere" with "Here"', { line: 2, column: 3 });
    comment(1, 'replace "x" with "y"', { file: '../outside.ts', line: 1, column: 1 });
    write('../outside.ts', 'x');
    await start();
    await expect
      .poll(() => [stored(0).status, stored(1).status], patience)
      .toEqual(['dismissed', 'dismissed']);
    expect(stored(0).replies.at(-1)?.message).toBe('Dismissed: “Nowhere” is not in src/Card.tsx.');
    expect(stored(1).replies.at(-1)?.message).toBe(
      'Dismissed: The annotation names no file of this project.',
    );
    expect(read('../outside.ts')).toBe('x');
  });

  it('ends its server with itself, and says so when the server ends first', { tags: 'full' }, async () => {
    const first = await start();
    await first.stop();
    expect(await first.ended).toBeNull();
    expect(() => process.kill(first.serverPid ?? 0, 0)).toThrow();

    const second = await start();
    process.kill(second.serverPid ?? 0, 'SIGKILL');
    expect(await second.ended).toBe('The MCP server ended.');
  });
});

const patience = { timeout: 15_000, interval: 20 };

async function start(): Promise<RunningAgent> {
  agent = await startAgent({
    root,
    command: process.execPath,
    args: ['--conditions=@annotate-mcp/source', server, '--store', 'json:review.json'],
  });
  return agent;
}

const annotationFormat = z.looseObject({
  id: z.string(),
  status: z.string(),
  replies: z.array(z.looseObject({ author: z.string(), message: z.string() })),
});
/** `null` ends the list. */
const storeFormat = z.object({
  version: z.literal(2),
  annotations: z.array(annotationFormat.nullable()),
});

function readStore(): z.output<typeof annotationFormat>[] {
  try {
    const { annotations } = storeFormat.parse(JSON.parse(read('review.json')));
    return annotations.filter((annotation) => annotation !== null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function stored(n: number) {
  const found = readStore().find(({ id }) => id === ids[n]);
  if (found === undefined) throw new Error(`There is no annotation ${n}.`);
  return found;
}

function comment(
  n: number,
  annotationText: string,
  { file = 'src/Card.tsx', line, column }: { file?: string; line: number; column: number },
): void {
  const id = ids[n] ?? '';
  const now = new Date().toISOString();
  save(id, {
    id,
    appId: '.',
    authorId: ids[0],
    createdAt: now,
    updatedAt: now,
    kind: 'component',
    status: 'pending',
    replies: [],
    annotationText,
    pageUrl: 'http://localhost:5173/',
    pageTitle: 'Harbor Coffee',
    componentName: 'Card',
    selector: 'Card',
    componentFilePath: file,
    sourceLocation: { file, line, column },
    inputs: {},
    domSnapshot: '<h2>',
    componentTreePath: [],
  });
}

function answer(n: number, message: string): void {
  const annotation = stored(n);
  const reply = { id: crypto.randomUUID(), createdAt: new Date().toISOString(), author: 'user', message };
  save(ids[n] ?? '', { ...annotation, replies: [...annotation.replies, reply] });
}

/** What a person does, written to the store's file. */
function save(id: string, annotation: Record<string, unknown>): void {
  const others = readStore().filter((other) => other.id !== id);
  write('review.json.new', JSON.stringify({ version: 2, annotations: [...others, annotation, null] }));
  renameSync(join(root, 'review.json.new'), join(root, 'review.json'));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
