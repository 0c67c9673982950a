import type { ViewToolInput, ViewToolResult } from '@annotate-mcp/markdown';

import { RefusedError } from '../host/view-host.ts';
import type { LoadedPicture } from '../render/pictures.ts';

type Read = (input: ViewToolInput<'read_md_picture'>) => Promise<ViewToolResult<'read_md_picture'>>;

/** Bytes per call. A multiple of three, so that the parts in base64 can be joined. */
const partSize = 1_048_575;
/** A picture that changes during each reading is given up. */
const mostReadings = 3;

/** Rejects with the reason that the reader sees. */
export async function readPicture(read: Read, address: string, readings = 1): Promise<LoadedPicture> {
  let url = '';
  let stampBefore: string | null = null;
  for (let start = 0; ; start += partSize) {
    const { type, bytes, total, stamp } = await read({
      address,
      range: { start, end: start + partSize },
    }).catch(reject);
    if (stampBefore !== null && stamp !== stampBefore) {
      if (readings >= mostReadings) throw new Error('it is being written');
      return readPicture(read, address, readings + 1);
    }
    stampBefore = stamp;
    url += start === 0 ? `data:${type};base64,${bytes}` : bytes;
    if (start + partSize >= total) return { url, bytes: total };
  }
}

const reasons: Readonly<Record<string, string>> = {
  'markdown/not-found': 'not found',
  'markdown/outside-roots': 'outside of the folders that may be read',
  'markdown/not-a-picture': 'not a picture that can be shown',
  'markdown/not-a-file': 'not a file',
  'markdown/too-large': 'larger than 10 MB',
  'markdown/denied': 'may not be read',
};

function reject(error: unknown): never {
  const reason = error instanceof RefusedError ? reasons[error.code ?? ''] : undefined;
  throw new Error(reason ?? 'could not be read', { cause: error });
}
