/**
 * The project's own site formats: `.annotate/formats/*.json`. They may have come with a cloned repository, so they are
 * data that is limited in every way, links out of the project are not followed, and messages quote no text of a file.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { z } from 'zod';

import type { SiteFormat } from '@annotate-mcp/browser-protocol';
import { siteFormatSchema } from '@annotate-mcp/browser-protocol/schema';
import { parseJson } from '@annotate-mcp/core';
import { hasErrorCode, isInside } from '@annotate-mcp/store/files';

export interface ReadFormats {
  readonly formats: SiteFormat[];
  /** Lines about files that cannot be used. */
  readonly problems: string[];
}

const folderName = '.annotate/formats';
const mostFiles = 100;
const mostBytes = 50_000;
const fileName = /^[\w-][\w.-]{0,60}\.json$/;

export async function readProjectFormats(root: string): Promise<ReadFormats> {
  const names = await listFiles(join(root, folderName));
  const used = names.filter((name) => fileName.test(name)).slice(0, mostFiles);
  const read = await Promise.all(used.map((name) => readFormat(root, name)));
  return {
    formats: read.flatMap((one) => ('format' in one ? [one.format] : [])),
    problems: read.flatMap((one, index) =>
      'problem' in one ? [`(${folderName}/${used[index]} is not used: ${one.problem})`] : [],
    ),
  };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function readFormat(root: string, name: string): Promise<{ format: SiteFormat } | { problem: string }> {
  const text = await readSmallFile(root, join(root, folderName, name));
  if (text === null) return { problem: `it is no file of the project with at most ${mostBytes} bytes` };
  let content: unknown;
  try {
    content = parseJson(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  const parsed = siteFormatSchema.safeParse(content);
  if (parsed.success) return { format: parsed.data };
  return { problem: parsed.error.issues.slice(0, 3).map(describeIssue).join('; ') };
}

/** Names the place and what is wrong. Keys are words of the file: only those that look like keys are repeated. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  if (issue.code !== 'unrecognized_keys') return `${place}${issue.message}`;
  return `${place}unknown ${issue.keys.map((key) => (/^\w{1,30}$/.test(key) ? key : 'key')).join(', ')}`;
}

/** `null` for what is not a file, too large, or outside the project. */
async function readSmallFile(root: string, path: string): Promise<string | null> {
  try {
    const [home, real] = await Promise.all([realpath(root), realpath(path)]);
    if (!isInside(real, home)) return null;
    // Looked at before it is opened: opening a pipe would wait for its other end.
    const facts = await stat(real);
    return facts.isFile() && facts.size <= mostBytes ? await readFile(real, 'utf8') : null;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EACCES', 'EISDIR', 'ELOOP')) return null;
    throw error;
  }
}
