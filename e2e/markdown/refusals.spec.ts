/** What the program refuses, asked by a real client. Beside the code there are more cases; the README says where. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { plan } from './support/plan.ts';
import { createProject, expect, test } from './support/test.ts';

test('only text files of the project are opened, and each refusal says what to do', async ({
  agent,
  project,
}) => {
  await using secret = await createProject();
  await secret.write('secret.md', 'This is not to be read.');
  await symlink(join(secret.root, 'secret.md'), join(project.root, 'link.md'));
  await symlink(secret.root, join(project.root, 'linked'));
  await mkdir(join(project.root, 'folder.md'));
  await writeFile(join(project.root, 'binary.md'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]));
  execFileSync('truncate', ['-s', '50M', join(project.root, 'large.md')]);
  const refusals = {
    [join(secret.root, 'secret.md')]: 'markdown/outside-roots',
    'link.md': 'markdown/outside-roots',
    'linked/secret.md': 'markdown/outside-roots',
    '../../../../etc/hostname': 'markdown/outside-roots',
    'folder.md': 'markdown/not-a-file',
    'binary.md': 'markdown/not-text',
    'large.md': 'markdown/too-large',
    'none.md': 'markdown/not-found',
  };
  for (const [path, code] of Object.entries(refusals)) {
    const { isError, content } = await agent.client.callTool({ name: 'open_markdown', arguments: { path } });
    expect({ path, isError, said: JSON.stringify(content) }).toMatchObject({
      path,
      isError: true,
      said: expect.stringContaining(code),
    });
    expect(JSON.stringify(content)).not.toContain('This is not to be read');
  }
});

test('a model that calls the tools of the view is refused, and so is a caller with an invented view', async ({
  agent,
  project,
}) => {
  await project.write('plan.md', plan);
  const { structuredContent } = await agent.call('open_markdown', { path: 'plan.md' });
  const { viewUUID } = structuredContent as { viewUUID: string };
  const refused = async (name: string, given: Record<string, unknown>) => {
    const { isError, content } = await agent.client.callTool({ name, arguments: given });
    expect(isError).toBe(true);
    return JSON.stringify(content);
  };
  const bytes = Buffer.from('Mine now.').toString('base64');
  const save = { bytes, expectedSha: '0'.repeat(64) };
  expect(await refused('save_md', { viewUUID, ...save })).toContain('interact');
  expect(await refused('save_md', { viewUUID, token: 'guessed', ...save })).toContain(
    'markdown/not-the-view',
  );
  expect(await refused('submit_batch', { viewUUID, token: '', comments: [], mode: 'edit' })).toContain(
    'interact',
  );
  const forged = crypto.randomUUID();
  expect(await refused('read_md_bytes', { viewUUID: forged, token: 'x' })).toContain('open_markdown');
  expect(await refused('interact', { viewUUID: forged, commands: [{ type: 'get_state' }] })).toContain(
    'markdown/unknown-view',
  );
  expect(await project.read('plan.md')).toBe(plan);
});
