import { expect, it } from 'vitest';

import { isInStoreFolder, namesStoreFolder } from './store-folder.ts';

it.each([
  '/.annotate/store.db',
  '/.ANNOTATE/store.db?raw',
  '/app/.annotate',
  '/@fs/home/me/project/.annotate/store.db',
  '/@fs/home/me/project/%252eannotate/store.db',
  '/%2eannotate/attachments/x',
  '/src/..%5c.annotate\\store.db',
  // What cannot be decoded hides nothing, in the path and behind it.
  '/%2eannotate/store.db?%zz',
  '/%2eannotate/%zz/../store.db',
  '/%2eannotate%2fstore.db%ff',
])('blocks %s', (url) => {
  expect(isInStoreFolder(url)).toBe(true);
});

it.each([
  '/__annotate/overlay.js',
  '/src/.annotated/x.ts',
  '/annotate/a.ts',
  '/%',
  '/a?b=%zz',
  '/a?next=/.annotate/x',
])('serves %s', (url) => {
  expect(isInStoreFolder(url)).toBe(false);
});

// Only Windows and macOS open the folder by these names.
it.each([
  { system: 'NTFS, case', path: 'C:\\app\\.Annotate\\store.db' },
  { system: 'NTFS, short name', path: 'C:\\app\\ANNOTA~1\\store.db' },
  { system: 'NTFS, short name in lower case', path: 'C:/app/annota~1/store.db' },
  { system: 'NTFS, one of several short names', path: 'C:/app/ANNOTA~12' },
  { system: 'NTFS, short name with a hash', path: 'C:/app/AN1F3B~1/store.db' },
  { system: 'NTFS, the stream of a folder', path: 'C:/app/.annotate::$INDEX_ALLOCATION/store.db' },
  { system: 'NTFS, the named stream of a folder', path: 'C:/app/.annotate:$I30:$INDEX_ALLOCATION' },
  { system: 'NTFS, short name with a stream', path: 'C:/app/ANNOTA~1::$INDEX_ALLOCATION/store.db' },
  { system: 'Windows, dots at the end', path: 'C:/app/.annotate.../store.db' },
  { system: 'Windows, spaces at the end', path: 'C:/app/.annotate /store.db' },
  { system: 'Windows, both', path: 'C:/app/.annotate . .\\store.db' },
  { system: 'Windows, a device path', path: '\\\\?\\C:\\app\\.annotate\\store.db' },
  { system: 'Windows, a share', path: '\\\\localhost\\c$\\app\\.annotate\\store.db' },
  { system: 'HFS+, a letter that is not seen', path: '/app/.anno\u200ctate/store.db' },
  { system: 'HFS+, a mark of the byte order', path: '/app/\ufeff.annotate/store.db' },
])('knows the folder by $path ($system)', ({ path }) => {
  expect(namesStoreFolder(path)).toBe(true);
});

it.each([
  'C:\\app\\annotate\\x',
  '/app/.annotate2/x',
  '/app/annotations~1/x',
  '/app/a~1/x',
  '/app/.annotate-x',
])('takes %s for another folder', (path) => {
  expect(namesStoreFolder(path)).toBe(false);
});
