/** A project with its own Playwright, and an annotation whose page showed what was changed. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { compareRecords, type ProofRecord, recordAfter, recordBefore, resolve } from '@annotate-mcp/core';
import {
  sampleAgent,
  sampleAnnotation,
  sampleLook,
  samplePageRecord,
  sampleTime,
  uuidOf,
} from '@annotate-mcp/core/testing';
import { FolderAttachments } from '@annotate-mcp/store/attachments';

import { Attachments } from '../../attachments.ts';
import { startHub, temporaryFolder } from '../../testing/hub-server.ts';

export const id = uuidOf(1);
export const token = 'q1W2e3R4t5Y6u7I8o9P0';

function shown(text: string): ProofRecord {
  const look = sampleLook({
    element: { tag: 'button', role: 'button', name: text },
    text,
    selector: '#save',
  });
  return { ...samplePageRecord(text), look };
}

/** A project with a resolved annotation whose page showed that `Sign in` became `text`. */
export async function startResolved({ text = 'Log in', playwright = true } = {}) {
  const root = temporaryFolder();
  if (playwright) installPlaywright(root);
  const hub = await startHub({ root, guard: { token } });
  const attachments = new Attachments(new FolderAttachments(root));
  const keep = (record: ProofRecord) =>
    attachments.save(Buffer.from(JSON.stringify(record)), { extension: 'json' });
  const takenAt = sampleTime.toISOString();
  const [before, after] = [shown('Sign in'), shown(text)];
  const records = { before: await keep(before), after: await keep(after) };
  const system = { type: 'system' } as const;
  const sent = { ...sampleAnnotation({ id, kind: 'element' }), appId: '.', annotationText: 'Say "Log in"' };
  const resolved = resolve(
    recordBefore(sent, system, { takenAt, record: records.before }),
    sampleAgent,
    sampleTime,
  );
  await hub.store.add(
    recordAfter(resolved, system, { takenAt, record: records.after, ...compareRecords(before, after) }),
  );
  const offer = async (headers: Record<string, string> = {}, name: string = id) => {
    const response = await fetch(`${hub.url}/__annotate/api/checks/${name}`, { method: 'POST', headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { ...hub, root, offer };
}

function installPlaywright(root: string): void {
  const modules = join(import.meta.dirname, '../../../../../node_modules');
  mkdirSync(join(root, 'node_modules'));
  for (const name of ['@playwright', 'playwright', 'playwright-core'])
    symlinkSync(join(modules, name), join(root, 'node_modules', name));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'playwright.config.ts'), `export default { testDir: 'tests' };`);
  mkdirSync(join(root, 'tests'));
  writeFileSync(
    join(root, 'tests/own.e2e.test.ts'),
    `import { test } from '@playwright/test'; test('own', () => {});`,
  );
}
