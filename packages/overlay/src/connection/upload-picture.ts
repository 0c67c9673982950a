/** Not part of the first load: it is loaded with the first picture. */
import type { UploadResult } from './pictures.ts';

export async function uploadPicture(url: string, picture: Blob, send: typeof fetch): Promise<UploadResult> {
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': picture.type },
      body: picture,
      // The next comments wait until the upload is done.
      signal: AbortSignal.timeout(30_000),
    });
    if ([502, 503, 504].includes(response.status)) return 'later';
    const answer: unknown = response.ok ? await response.json() : null;
    return hasName(answer) ? answer : 'refused';
  } catch {
    return 'later';
  }
}

function hasName(answer: unknown): answer is { name: string } {
  return typeof answer === 'object' && answer !== null && 'name' in answer && typeof answer.name === 'string';
}
