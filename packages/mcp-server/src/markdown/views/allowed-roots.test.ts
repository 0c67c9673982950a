import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectAround } from '@annotate-mcp/markdown/project';

import { temporaryProject } from '../../testing/review-clients.ts';

import { allowedRoots } from './allowed-roots.ts';

const nowhere = { root: '/', roots: [], clientRoots: [] };

describe('files may be opened from', () => {
  it('the project, the folders of --root and the folders of the client', () => {
    const named = { root: '/p', roots: ['/named'], clientRoots: ['/open'] };
    expect(allowedRoots('/elsewhere/a.md', named)).toEqual(['/p', '/named', '/open']);
  });

  it('the project around the file when the server was started in /', () => {
    const project = temporaryProject();
    mkdirSync(join(project, 'docs'));
    expect(allowedRoots(join(project, 'docs', 'a.md'), nowhere)).toEqual([project]);
  });

  it.each(['/', homedir()])(
    'no folder when %s is the only one named and the file is in no project',
    (root) => {
      expect(allowedRoots(join(homedir(), 'no-project-here', 'a.md'), { ...nowhere, root })).toEqual([]);
    },
  );

  it('the same project that its comments are kept in', () => {
    const project = temporaryProject();
    mkdirSync(join(project, 'packages', 'one', '.claude'), { recursive: true });
    expect(allowedRoots(join(project, 'packages', 'one', 'a.md'), nowhere)).toEqual([project]);
  });

  it('neither / nor the home folder, even when a client names them', () => {
    const project = temporaryProject();
    const link = join(project, 'everything');
    symlinkSync('/', link);
    const all = { ...nowhere, clientRoots: ['/', homedir(), link] };
    expect(allowedRoots(join(project, 'a.md'), all)).toEqual([project]);
  });
});

it('neither / nor the home folder is a project', () => {
  expect(projectAround('/a.md')).toBeNull();
  expect(projectAround(join(homedir(), 'a.md'))).toBeNull();
});
