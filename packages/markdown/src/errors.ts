/** The errors about a Markdown file, and about the comments on it. */
import { AnnotateError } from '@annotate-mcp/core';
import { hasErrorCode, isSystemError } from '@annotate-mcp/store/files';

export const largestFile = 10_000_000;

/** Describes what the file system threw about `file`; returns an `AnnotateError` as it is. */
export function toMarkdownError(error: unknown, file: string): unknown {
  if (error instanceof AnnotateError || !isSystemError(error)) return error;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileNotFoundError(file, error);
    case 'EACCES':
    case 'EPERM':
      return new AnnotateError('markdown/denied', `${file} may not be read by this process.`, {
        hint: 'Give it read permission, or open another file.',
        cause: error,
      });
    case 'EISDIR':
      return notAFileError(file, 'a folder');
    case 'ELOOP':
      return new AnnotateError('markdown/not-found', `${file} is a symbolic link that is not followed.`, {
        hint: 'Open the file that it leads to by its own path.',
        cause: error,
      });
    default:
      return new AnnotateError('markdown/failed', `${file} could not be used: ${error.message}.`, {
        hint: 'Check the disk for errors and try again.',
        cause: error,
      });
  }
}

/** The same for writing, which can fail where reading does not. */
export function toMarkdownWriteError(error: unknown, file: string): unknown {
  if (hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT')) {
    const why = hasErrorCode(error, 'ENOSPC', 'EDQUOT')
      ? 'was not written because the disk is full'
      : 'cannot be written';
    return new AnnotateError('markdown/read-only', `${file} ${why}; it was left untouched.`, {
      hint: 'Check the permissions of the file and its folder and the free disk space, then try again.',
      cause: error,
    });
  }
  return toMarkdownError(error, file);
}

/** For a refresh that no caller waits for. */
export function toDocumentError(error: unknown, file: string): AnnotateError {
  if (error instanceof AnnotateError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AnnotateError('markdown/failed', `${file} could not be read: ${message}.`, {
    hint: 'It is tried again; the text that was read before is still shown.',
    cause: error,
  });
}

export function fileNotFoundError(file: string, cause?: unknown): AnnotateError {
  return new AnnotateError('markdown/not-found', `There is no file ${file}.`, {
    hint: 'Check the path; it counts from the project root unless it is absolute.',
    cause,
  });
}

export function notAFileError(file: string, what: string): AnnotateError {
  return new AnnotateError('markdown/not-a-file', `${file} is ${what}, not a file.`, {
    hint: 'Name a Markdown file.',
  });
}

export function tooComplexError(file: string): AnnotateError {
  return new AnnotateError(
    'markdown/too-large',
    `${file} has too many lines, table cells or levels of nesting to be shown.`,
    { hint: 'Split it into several files, or open another one.' },
  );
}

export function tooLargeError(file: string, bytes: number): AnnotateError {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return new AnnotateError('markdown/too-large', `${file} has ${size}; up to ${largestFile / 1e6} MB open.`, {
    hint: 'Split the document, or review a part of it.',
  });
}

export function notTextError(file: string): AnnotateError {
  return new AnnotateError('markdown/not-text', `${file} is not UTF-8 text.`, {
    hint: 'Open a Markdown file; a text in another encoding has to be converted to UTF-8 first.',
  });
}

export function outsideRootsError(file: string, roots: readonly string[]): AnnotateError {
  const allowed = roots.length === 0 ? 'No folder is allowed' : `Allowed are ${roots.join(', ')}`;
  return new AnnotateError('markdown/outside-roots', `${file} is outside of the folders that may be read.`, {
    hint: `${allowed}; start annotate-mcp with --root for another one.`,
  });
}

export function fileChangedError(file: string): AnnotateError {
  return new AnnotateError(
    'markdown/changed',
    `${file} was changed by another program meanwhile; nothing was written.`,
    {
      hint: 'Read it again and apply the change to its current text.',
    },
  );
}

export function commentNotFoundError(id: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no comment ${id} on this file.`, {
    hint: 'Ask for the comments again; it may have been withdrawn.',
  });
}

export function documentClosedError(file: string): AnnotateError {
  return new AnnotateError('store/closed', `${file} is closed.`, { hint: 'Open it again.' });
}
