import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { viewTools } from '@annotate-mcp/markdown';

import { commentOn, temporaryProject, viewFolder } from '../../testing/review-clients.ts';

import { serveReview, type ServedReview } from './serve-review.ts';

const text = '# Plan\n\nWe want to ship in May.\n\nThe old server may not last.\n';

describe('a review without an MCP client', () => {
  it('is shown to the person, and yields what they send, in order', async () => {
    const { review, call, shown } = await served();
    expect(shown).toEqual([review.url]);
    const batches = review.submitted[Symbol.asyncIterator]();
    const first = batches.next();
    await call(viewTools.persist, { comment: commentOn(text, 'old', 'How old?') });
    await call(viewTools.submit, { comments: [commentOn(text, 'ship')], mode: 'review' });
    expect(await first).toMatchObject({
      value: {
        mode: 'review',
        comments: [{ annotationText: 'Say it shorter.' }, { annotationText: 'How old?' }],
        text: expect.stringContaining('How old?') as string,
      },
    });
    const second = batches.next();
    await call(viewTools.answerNow, { comment: commentOn(text, 'May', 'Why May?') });
    expect(await second).toMatchObject({ value: { comments: [{ annotationText: 'Why May?' }] } });
  });

  it('yields nothing that was sent in an earlier one, and names it', async () => {
    const folder = temporaryProject();
    const first = await served(folder);
    await first.call(viewTools.submit, { comments: [commentOn(text, 'ship')], mode: 'edit' });
    await first.review.close();
    const { review, call } = await served(folder);
    expect(review.open).toMatchObject([{ anchor: { quote: 'ship' } }]);
    const next = review.submitted[Symbol.asyncIterator]().next();
    await call(viewTools.submit, { comments: [commentOn(text, 'old')], mode: 'edit' });
    expect(await next).toMatchObject({ value: { comments: [{ anchor: { quote: 'old' } }] } });
  });

  it('says in the page that somebody listens, while they do', async () => {
    const { review, call } = await served();
    const next = review.submitted[Symbol.asyncIterator]().next();
    const { snapshot } = await call(viewTools.poll, { instance: 'a', after: null });
    expect(snapshot).toMatchObject({ listening: { waiting: true, agentName: 'annotate-mcp review' } });
    await review.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('opens a file that is in no project', async () => {
    const folder = temporaryProject({ isProject: false });
    const { review } = await served(folder);
    expect(review.fileMeta).toMatchObject({ name: 'plan.md' });
  });

  it('opens a file that lies in the home folder itself', async () => {
    const folder = temporaryProject({ isProject: false });
    vi.stubEnv('HOME', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { review } = await served(folder);
    expect(review.fileMeta).toMatchObject({ path: 'plan.md' });
  });

  it('says what is wrong with a file that does not open', async () => {
    await expect(serveReview({ file: '/none/plan.md', viewFolder: viewFolder() })).rejects.toThrow('plan.md');
  });
});

async function served(folder = temporaryProject()) {
  const file = join(folder, 'plan.md');
  writeFileSync(file, text);
  const shown: string[] = [];
  const review = await serveReview({
    file,
    viewFolder: viewFolder(),
    openUrl: (url) => shown.push(url),
  });
  onTestFinished(() => review.close());
  return { review, shown, call: callsOf(review) };
}

/** As the page does. */
function callsOf({ url }: ServedReview) {
  const { origin, pathname, hash } = new URL(url);
  return async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const response = await fetch(`${origin}${pathname}call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${hash.slice(1)}` },
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
