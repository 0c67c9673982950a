import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';

import type { UploadedFile } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';
import { isInside } from '@annotate-mcp/store/files';

const maxBytes = 20 * 1024 * 1024;

/** Reads files of the project only: a hostile page may have instructed the agent to upload others. */
export async function readUploads(root: string, paths: readonly string[]): Promise<UploadedFile[]> {
  const files = await Promise.all(paths.map((path) => checkFile(root, path)));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes)
    throw uploadError(`${total} bytes are more than the ${maxBytes} that can be uploaded at once`);
  return Promise.all(
    files.map(async ({ file }) => ({
      name: basename(file),
      mimeType: types[extname(file).toLowerCase()] ?? 'application/octet-stream',
      base64: (await readFile(file)).toString('base64'),
    })),
  );
}

async function checkFile(root: string, path: string): Promise<{ file: string; size: number }> {
  // Symbolic links are resolved first, and the real path is checked.
  const [home, file] = await Promise.all([realpath(root), realpath(resolve(root, path)).catch(() => null)]);
  if (file === null) throw uploadError(`there is no file ${JSON.stringify(path)}`);
  if (!isInside(file, home)) throw uploadError(`${JSON.stringify(path)} is outside of the project`);
  const found = await stat(file);
  if (!found.isFile()) throw uploadError(`${JSON.stringify(path)} is not a file`);
  return { file, size: found.size };
}

const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};

function uploadError(why: string): AnnotateError {
  return new AnnotateError('arguments/invalid', `Nothing was uploaded: ${why}.`, {
    hint: 'Name files of the project by their path from its root, or copy what you need there first.',
  });
}
