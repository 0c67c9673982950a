/** Loaded with the first picture. */
import type { Uploaded } from './pictures.ts';

export async function uploadPicture(url: string, picture: Blob, send: typeof fetch): Promise<Uploaded> {
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': picture.type },
      body: picture,
      // Comments wait behind it.
      signal: AbortSignal.timeout(30_000),
    });
    if ([502, 503, 504].includes(response.status)) return 'later';
    const answer: unknown = response.ok ? await response.json() : null;
    return isNamed(answer) ? answer : 'refused';
  } catch {
    return 'later';
  }
}

function isNamed(answer: unknown): answer is { name: string } {
  return typeof answer === 'object' && answer !== null && 'name' in answer && typeof answer.name === 'string';
}
