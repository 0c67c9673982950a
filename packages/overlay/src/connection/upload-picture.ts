/** Not part of the first load: it is loaded with the first picture. */
import type { CommentPictures, UploadedPictures, UploadResult } from './pictures.ts';

/** All pictures of a comment. When the server goes away in between, all are uploaded again: it stores the same one once. */
export async function uploadPictures(url: string, kept: unknown, send: typeof fetch): Promise<UploadResult> {
  const { screenshot, pictures = [] } = readKept(kept);
  const all = screenshot === undefined ? pictures : [screenshot, ...pictures];
  const names: string[] = [];
  for (const picture of all) {
    const uploaded = await uploadPicture(url, picture, send);
    if (uploaded === 'later') return 'later';
    names.push(uploaded === 'refused' ? '' : uploaded.name);
  }
  return {
    names: fieldsOf(names, screenshot !== undefined),
    problem: describeMissing(names.filter((name) => name === '').length, all.length),
  };
}

export async function uploadPicture(
  url: string,
  picture: Blob,
  send: typeof fetch,
): Promise<{ readonly name: string } | 'refused' | 'later'> {
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': picture.type },
      body: picture,
      // The next comments wait until the upload is done.
      signal: AbortSignal.timeout(30_000),
    });
    // Of a server that is busy, is being started, or has no store at the moment; 429 of one that limits requests.
    if ([408, 429, 502, 503, 504].includes(response.status)) return 'later';
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) return isStoreProblem(answer) ? 'later' : 'refused';
    return hasName(answer) ? answer : 'refused';
  } catch {
    return 'later';
  }
}

/** The app writes to the same database, and an older release kept the screenshot alone. */
function readKept(kept: unknown): CommentPictures {
  if (kept instanceof Blob) return { screenshot: kept };
  if (typeof kept !== 'object' || kept === null) return {};
  const screenshot = 'screenshot' in kept && kept.screenshot instanceof Blob ? kept.screenshot : undefined;
  const pictures: unknown[] = 'pictures' in kept && Array.isArray(kept.pictures) ? kept.pictures : [];
  return {
    ...(screenshot !== undefined && { screenshot }),
    pictures: pictures.filter((picture) => picture instanceof Blob),
  };
}

/** A name is empty where its picture was refused. */
function fieldsOf(names: readonly string[], hasScreenshot: boolean): UploadedPictures['names'] {
  const [screenshot = '', ...others] = hasScreenshot ? names : ['', ...names];
  const pictures = others.filter((name) => name !== '');
  return { ...(screenshot !== '' && { screenshot }), ...(pictures.length > 0 && { pictures }) };
}

function describeMissing(missing: number, all: number): string | null {
  if (all > 0 && missing === 0) return null;
  return missing < all
    ? `${missing} of ${all} pictures could not be stored; your comment is sent without.`
    : 'The picture could not be stored; your comment is sent without it.';
}

/** As for a message of the socket: what the store refuses may be stored later. */
function isStoreProblem(answer: unknown): boolean {
  const problem = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : '';
  return typeof problem === 'string' && problem.startsWith('store/');
}

function hasName(answer: unknown): answer is { name: string } {
  return typeof answer === 'object' && answer !== null && 'name' in answer && typeof answer.name === 'string';
}
