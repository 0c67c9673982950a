import { expect, it } from 'vitest';

import { diffLinesOf } from './diff-lines.ts';

it.each([
  {
    name: 'a change, whose lines may look like the names of a file',
    patch: '--- a.sql\n+++ a.sql\n@@ -1,2 +1,2 @@\n a\n--- old\n+++ new\n',
    lines: ['note @@ -1,2 +1,2 @@', 'same  a', 'removed --- old', 'added +++ new'],
  },
  {
    name: 'a new file',
    patch: '--- /dev/null\n+++ a.ts\n@@ -0,0 +1 @@\n+a\n',
    lines: ['note New file', 'note @@ -0,0 +1 @@', 'added +a'],
  },
  {
    name: 'a deleted file',
    patch:
      'diff --git a/a.ts b/a.ts\ndeleted file mode 100644\nindex 7898192..0000000\n--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
    lines: ['note Deleted file', 'note @@ -1 +0,0 @@', 'removed -a'],
  },
  {
    name: 'a file without lines',
    patch: 'Binary files a/a.png and b/a.png differ\n',
    lines: ['note Binary files a/a.png and b/a.png differ'],
  },
])('shows $name', ({ patch, lines }) => {
  expect(diffLinesOf(patch).map(({ kind, text }) => `${kind} ${text}`)).toEqual(lines);
});
