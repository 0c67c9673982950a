/** Who gets something written that was tried in a page, what is written, and what is not, over real HTTP and with real git. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { type Annotation, reply, stop } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';

import { answerQuestion, questionIn } from '../testing/consent-questions.ts';
import { startHub, temporaryFolder } from '../testing/hub-server.ts';

const id = uuidOf(1);
const token = 'q1W2e3R4t5Y6u7I8o9P0';
const visitor = {
  'x-forwarded-for': '203.0.113.9',
  authorization: `Bearer ${token}`,
  'x-annotate-author-secret': uuidOf(1),
};
const source = '\uFEFFexport const Card = () => (\r\n  <p className="a">Old text</p>\r\n);\r\n';
const written = source.replace('Old', 'New');

interface Setup {
  file?: string;
  text?: string;
  git?: boolean;
  ignored?: string;
  annotation?: object;
}

async function startApply({
  file = 'src/card ü.tsx',
  text = source,
  git = true,
  ignored,
  annotation = {},
}: Setup = {}) {
  const root = temporaryFolder();
  const path = (name = file) => join(root, name);
  const write = (content: string, name = file) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), content);
  };
  write(text);
  if (ignored !== undefined) write(ignored, '.gitignore');
  if (git) {
    // A file that only marks the root.
    rmSync(join(root, '.git'));
    for (const args of [
      ['init', '--quiet'],
      ['config', 'core.autocrlf', 'true'],
      ['add', '-A'],
      ['commit', '--quiet', '-m', 'x'],
    ])
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        cwd: root,
        stdio: 'pipe',
      });
  } else rmSync(join(root, '.git'));
  const hub = await startHub({ root, guard: { token } });
  const add = (more: object = {}) => hub.store.add(wishing(file, { ...annotation, ...more }));
  await add();
  const send = async (name: string, init: RequestInit = { method: 'POST' }) => {
    const response = await fetch(`${hub.url}/__annotate/api/${name}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ...hub,
    root,
    path,
    write,
    add,
    send,
    read: (name = file) => readFileSync(path(name), 'utf8'),
    apply: (of = id) => send(`applies/${of}`),
    settled: () => expect.poll(async () => (await hub.store.questions.list()).length).toBe(0),
  };
}

function wishing(file: string, more: object = {}): Annotation {
  const base = sampleAnnotation({ id, annotationText: 'The text as I changed it in the page' });
  return {
    ...base,
    appId: '.',
    sourceLocation: { file, line: 2, column: 3 },
    wishes: [{ what: 'text', before: 'Old text', after: 'New text' }],
    ...more,
  } as Annotation;
}

describe('Apply', () => {
  it('shows the diff, writes the file, and Undo takes it back byte for byte', async () => {
    const { store, apply, read, send, path, root, connect } = await startApply();
    chmodSync(path(), 0o640);
    expect(await apply()).toEqual({ status: 202, body: { offered: true } });
    expect((await apply()).status).toBe(202);
    const { page } = await questionIn(store);
    expect(await store.questions.list()).toHaveLength(1);
    expect(page).toMatch(/<del>.*Old text[^]*<ins>.*New text/);
    expect(page).toContain('card ü.tsx');
    // No agent begins with it meanwhile.
    expect(await store.get(id)).toMatchObject({ status: 'acknowledged', claim: { agentName: 'Apply' } });
    expect(read()).toBe(source);
    const tab = await connect();
    expect((await tab.resume()).at(-1)).toEqual({ type: 'agents:presence', agents: [] });
    expect(await answerQuestion(store, 'apply')).toBe(200);
    await expect.poll(async () => (await store.get(id))?.status).toBe('resolved');
    expect(read()).toBe(written);
    expect(statSync(path()).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(path()))).toEqual(['card ü.tsx']);
    expect(readdirSync(join(root, '.annotate/edits'))).toHaveLength(1);
    expect(await store.get(id)).toMatchObject({
      edited: { by: 'person', files: [{ file: 'src/card ü.tsx', added: 1, removed: 1 }] },
      replies: [{ author: 'agent', message: 'Written as you tried it, in `src/card ü.tsx:2`.' }],
    });
    await expect.poll(async () => (await store.agents.list()).length).toBe(0);

    expect(await send(`edits/${id}/undo`)).toEqual({ status: 202, body: { offered: true } });
    expect((await questionIn(store)).page).toContain('Undo what you applied?');
    await answerQuestion(store, 'undo');
    await expect.poll(async () => (await store.get(id))?.status).toBe('pending');
    expect(read()).toBe(source);
    // What Undo says in the thread is no other wish.
    expect((await apply()).body).toEqual({ offered: true });
  });

  it('sends a draft only with it', async () => {
    const { store, apply, read } = await startApply({
      annotation: { status: 'draft', authorId: localAuthor },
    });
    await apply();
    await answerQuestion(store, 'apply');
    await expect.poll(async () => (await store.get(id))?.status).toBe('resolved');
    expect(read()).toBe(written);
  });

  it('changes nothing when the person leaves it, and it waits for them', async () => {
    const { store, apply, read, settled } = await startApply();
    await apply();
    await answerQuestion(store, 'leave');
    await settled();
    await expect.poll(async () => (await store.get(id))?.status).toBe('pending');
    expect(await store.get(id)).toMatchObject({ stoppedAt: expect.any(String) as unknown });
    expect(read()).toBe(source);
    await apply();
    await answerQuestion(store, 'apply');
    await expect.poll(() => read()).toBe(written);
  });

  it('gives the comment back when the question cannot be asked', async () => {
    const { store, apply, read } = await startApply();
    vi.spyOn(store.questions, 'save').mockRejectedValueOnce(new Error('The disk is full.'));
    await apply();
    await expect.poll(async () => (await store.get(id))?.status).toBe('pending');
    await expect.poll(async () => (await store.agents.list()).length).toBe(0);
    expect(read()).toBe(source);
  });

  it('says that the comment was changed when the person wrote in its thread meanwhile', async () => {
    const { store, apply, read, connect } = await startApply();
    const tab = await connect();
    await tab.resume();
    await apply();
    await questionIn(store);
    await store.update(id, (annotation) =>
      reply(annotation, sampleAuthor, new Date(), { id: uuidOf(9), message: 'Bold, too' }),
    );
    await answerQuestion(store, 'apply');
    await expect.poll(async () => (await store.get(id))?.status).toBe('pending');
    const problem = await tab.until((message) => message.type === 'error');
    expect(JSON.stringify(problem.at(-1))).toContain('The comment was changed while you were asked');
    expect(read()).toBe(source);
  });

  it('writes where there is no git, without an undo', async () => {
    const { store, apply, read } = await startApply({ git: false });
    await apply();
    await answerQuestion(store, 'apply');
    await expect.poll(() => read()).toBe(written);
    await expect.poll(() => store.get(id)).toMatchObject({ edited: { noPatch: 'no-git' } });
  });
});

describe('what Apply leaves to an agent', () => {
  it('goes to agents with the reason', async () => {
    const { store, apply, read } = await startApply({ text: source.replace('Old text', '{text}') });
    const { body } = await apply();
    const said = 'Not written by Apply: the text is not written in this tag: it comes from elsewhere.';
    expect(body).toEqual({ handedOn: said });
    expect(await store.questions.list()).toEqual([]);
    expect(await store.get(id)).toMatchObject({
      status: 'pending',
      replies: [{ author: 'agent', agentName: 'Apply', message: said }],
    });
    expect(await store.get(id)).not.toHaveProperty('answeredAt');
    expect((await apply()).body).toEqual({ handedOn: said });
    expect((await store.get(id))?.replies).toHaveLength(1);
    expect(read()).toContain('{text}');
  });

  it.each<{ name: string; setup: Setup; said: string }>([
    {
      name: 'words of the person besides',
      setup: { annotation: { annotationText: 'The text, and bold' } },
      said: 'something besides',
    },
    {
      name: 'what the person wrote in the thread',
      setup: {
        annotation: {
          replies: [
            { id: uuidOf(5), createdAt: '2026-01-01T00:00:00.000Z', author: 'user', message: 'Bold, too' },
          ],
        },
      },
      said: 'something besides',
    },
    {
      // Also after a hub was killed between the file and the comment.
      name: 'a text that is written already',
      setup: { text: written },
      said: 'the file has this text already',
    },
    {
      name: 'a file that git ignores',
      setup: { ignored: 'src/\n' },
      said: 'ignored by git',
    },
    {
      name: 'a file of a package',
      setup: { file: 'node_modules/a/b.tsx' },
      said: 'not a file of this project',
    },
    { name: 'a file that a tool wrote', setup: { file: '.next/b.tsx' }, said: 'not a file of this project' },
    {
      name: 'a file of git',
      setup: { file: 'src/.git/b.tsx', git: false },
      said: 'not a file of this project',
    },
    {
      name: 'a name that ends a diff',
      setup: { file: 'src/a\n+++ b/x.tsx' },
      said: 'not a file of this project',
    },
    {
      name: 'a name with a mark that turns its direction',
      setup: { file: 'src/a\u202exst.tsx' },
      said: 'not a file of this project',
    },
    {
      name: 'a line that hides what changes in it',
      setup: { text: source.replace('className="a"', `className="${'a'.repeat(3_000)}"`) },
      said: 'too long',
    },
  ])('is $name', async ({ setup, said }) => {
    const { apply, read, store } = await startApply(setup);
    const before = read();
    expect((await apply()).body).toEqual({ handedOn: expect.stringContaining(said) as unknown });
    expect(await store.questions.list()).toEqual([]);
    expect(read()).toBe(before);
  });

  it('is a file outside of the project, by its path or by a link, and one with another name', async () => {
    const { apply, add, store, path, root } = await startApply();
    const outside = join(temporaryFolder(), 'outside.tsx');
    writeFileSync(outside, source);
    symlinkSync(outside, path('src/link.tsx'));
    symlinkSync(dirname(outside), path('src/folder'));
    linkSync(outside, path('src/hard.tsx'));
    const names = [outside, `../${outside}`, 'src/link.tsx', 'src/folder/outside.tsx', 'src/hard.tsx'];
    for (const [index, file] of names.entries()) {
      const other = uuidOf(50 + index);
      await add({ id: other, sourceLocation: { file, line: 2, column: 3 } });
      expect((await apply(other)).body, file).toHaveProperty('handedOn');
    }
    expect(await store.questions.list()).toEqual([]);
    expect(readFileSync(outside, 'utf8')).toBe(source);
    expect(existsSync(join(root, 'src/hard.tsx'))).toBe(true);
  });
});

describe('an attack on Apply', () => {
  it('by a script of the page can have the person asked, and nothing else', async () => {
    const { url, store, send, apply, read } = await startApply();
    const path = `applies/${id}`;
    expect((await send(path, { method: 'POST', headers: visitor })).body).toMatchObject({
      code: 'edit/not-local',
    });
    const foreign = { origin: 'http://localhost:3000' };
    expect((await send(path, { method: 'POST', headers: foreign })).body).toMatchObject({
      code: 'origin/foreign',
    });
    expect((await send(path, {})).status).toBe(404);
    expect(await store.questions.list()).toEqual([]);
    // What a page sends along is not read.
    const body = JSON.stringify({ optionId: 'apply', confirmed: true, file: 'package.json' });
    await send(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await answerQuestion(store, 'apply', { origin: url })).toBe(403);
    expect(await store.questions.list()).toHaveLength(1);
    expect(read()).toBe(source);
    expect((await apply()).status).toBe(202);
    expect(await store.questions.list()).toHaveLength(1);
  });

  it('changes the file between the diff and the answer', async () => {
    const { store, apply, read, write, connect } = await startApply();
    const tab = await connect();
    await tab.resume();
    await apply();
    await questionIn(store);
    const other = `${source}// of the person\r\n`;
    write(other);
    await answerQuestion(store, 'apply');
    expect(await tab.next('error')).toMatchObject({ code: 'edit/does-not-fit' });
    expect(read()).toBe(other);
    expect(await store.get(id)).toMatchObject({
      status: 'pending',
      stoppedAt: expect.any(String) as unknown,
    });
  });

  it('puts a link in the place of the file or of its folder between the diff and the answer', async () => {
    for (const place of ['file', 'folder'] as const) {
      const { store, apply, path, settled } = await startApply();
      const outside = temporaryFolder();
      writeFileSync(join(outside, 'card ü.tsx'), source);
      await apply();
      await questionIn(store);
      rmSync(path('src'), { recursive: true });
      if (place === 'folder') symlinkSync(outside, path('src'));
      else {
        mkdirSync(path('src'));
        symlinkSync(join(outside, 'card ü.tsx'), path());
      }
      await answerQuestion(store, 'apply');
      await settled();
      expect(readFileSync(join(outside, 'card ü.tsx'), 'utf8'), place).toBe(source);
    }
  });

  it('changes the wish between the diff and the answer', async () => {
    const { store, apply, read, settled } = await startApply();
    await apply();
    await questionIn(store);
    await store.update(
      id,
      (annotation) =>
        ({ ...annotation, wishes: [{ what: 'text', before: 'Old text', after: 'Another' }] }) as Annotation,
    );
    await answerQuestion(store, 'apply');
    await settled();
    await expect.poll(async () => (await store.get(id))?.status).toBe('pending');
    expect(read()).toBe(source);
  });

  it('takes the comment away between the diff and the answer', async () => {
    const { store, apply, read, settled } = await startApply();
    await apply();
    await questionIn(store);
    await store.update(id, (annotation) => stop(annotation, sampleAuthor, new Date()));
    await answerQuestion(store, 'apply');
    await settled();
    await expect.poll(async () => (await store.agents.list()).length).toBe(0);
    expect(read()).toBe(source);
    expect((await store.get(id))?.status).toBe('pending');
  });

  it('applies two wishes to one text at once: one is written, the other is refused', async () => {
    const { store, apply, add, read, settled } = await startApply();
    const other = uuidOf(2);
    await add({
      id: other,
      wishes: [{ what: 'text', before: 'Old text', after: 'Third text' }],
    });
    await Promise.all([apply(), apply(other)]);
    await expect.poll(async () => (await store.questions.list()).length).toBe(2);
    await answerQuestion(store, 'apply');
    const statusOf = async (each: string) => (await store.get(each))?.status;
    await expect.poll(async () => [await statusOf(id), await statusOf(other)]).toContain('resolved');
    const first = read();
    await answerQuestion(store, 'apply');
    await settled();
    await expect.poll(async () => (await store.agents.list()).length).toBe(0);
    expect(read()).toBe(first);
    const states = await Promise.all([id, other].map(statusOf));
    expect(states.toSorted()).toEqual(['pending', 'resolved']);
  });

  it('is refused for what an agent has, what is done, and what came with the repository', async () => {
    const { apply, add, store } = await startApply();
    for (const [index, status] of (['acknowledged', 'resolved', 'dismissed'] as const).entries()) {
      const other = uuidOf(60 + index);
      await store.add({ ...sampleAnnotation({ id: other, status }), appId: '.' });
      expect((await apply(other)).body).toMatchObject({ code: 'edit/not-applicable' });
    }
    await add({ id: uuidOf(70), origin: 'repository' });
    expect(await store.questions.list()).toEqual([]);
  });
});

/** Whom a request without a secret comes from. */
const localAuthor = '00000000-0000-4000-8000-000000000000';
