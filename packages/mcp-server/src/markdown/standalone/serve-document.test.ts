import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { commentOn, enterTab, temporaryProject, viewFolder } from '../../testing/review-clients.ts';

import { serveDocument, type ServedDocument } from './serve-document.ts';

const text = '# Plan\n\nWe want to ship in May.\n\nThe old server may not last.\n';

describe('a document without an MCP client', () => {
  it('is shown to the person, and yields their batches in order', async () => {
    const { document, call, shown } = await served();
    expect(shown).toEqual([document.url]);
    const batches = document.events[Symbol.asyncIterator]();
    const first = batches.next();
    await call('persist_comment', { comment: commentOn(text, 'old', 'How old?') });
    await call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'review' });
    expect(await first).toMatchObject({
      value: {
        mode: 'review',
        comments: [{ annotationText: 'Say it shorter.' }, { annotationText: 'How old?' }],
        text: expect.stringContaining('How old?') as string,
      },
    });
    const second = batches.next();
    await call('answer_now', { comment: commentOn(text, 'May', 'Why May?') });
    expect(await second).toMatchObject({ value: { comments: [{ annotationText: 'Why May?' }] } });
  });

  it('does not yield comments of an earlier run, but lists them', async () => {
    const folder = temporaryProject();
    const first = await served(folder);
    await first.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    await first.document.close();
    const { document, call } = await served(folder);
    expect(document.open).toMatchObject([{ anchor: { quote: 'ship' } }]);
    const next = document.events[Symbol.asyncIterator]().next();
    await call('submit_batch', { comments: [commentOn(text, 'old')], mode: 'edit' });
    expect(await next).toMatchObject({ value: { comments: [{ anchor: { quote: 'old' } }] } });
  });

  it('is shown as listened to while the reader waits', async () => {
    const { document, call } = await served();
    const next = document.events[Symbol.asyncIterator]().next();
    const { snapshot } = await call('poll_md_commands', { instance: 'a', after: null });
    expect(snapshot).toMatchObject({ listening: { waiting: true, agentName: 'annotate-mcp review' } });
    await document.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('may be in no project', async () => {
    const folder = temporaryProject({ isProject: false });
    const { document } = await served(folder);
    expect(document.fileMeta).toMatchObject({ name: 'plan.md' });
  });

  it('may be in the home folder itself', async () => {
    const folder = temporaryProject({ isProject: false });
    vi.stubEnv('HOME', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { document } = await served(folder);
    expect(document.fileMeta).toMatchObject({ path: 'plan.md' });
  });

  it('is named in the error when it cannot be opened', async () => {
    await expect(serveDocument({ file: '/none/plan.md', viewFolder: viewFolder() })).rejects.toThrow(
      'plan.md',
    );
  });
});

async function served(folder = temporaryProject()) {
  const file = join(folder, 'plan.md');
  writeFileSync(file, text);
  const shown: string[] = [];
  const document = await serveDocument({
    file,
    viewFolder: viewFolder(),
    openUrl: (url) => shown.push(url),
  });
  onTestFinished(() => document.close());
  return { document, shown, call: await callsOf(document) };
}

/** Calls view tools as the tab does. */
async function callsOf({ url }: ServedDocument) {
  const { origin, pathname } = new URL(url);
  const token = await enterTab(url);
  return async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const response = await fetch(`${origin}${pathname}call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name, arguments: args }),
    });
    const { isError, structuredContent } = (await response.json()) as {
      isError?: boolean;
      structuredContent: Record<string, unknown>;
    };
    if (isError === true) throw new Error(`${name} was refused.`);
    return structuredContent;
  };
}
