import { HttpError, readBody, sendJson } from '@annotate-mcp/http';

import { type PictureType, pictureTypes } from '../attachments.ts';
import { sendEntity } from '../entity.ts';

import type { Call, Endpoint } from './endpoint.ts';

export const attachmentEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: 'attachments', answer: keep },
  { method: 'GET', path: 'attachments/:name', answer: show },
];

async function keep({ office, request, response, maxBodyBytes }: Call): Promise<void> {
  const type = typeOf(request.headers['content-type'] ?? '');
  const bytes = await readBody(request, maxBodyBytes);
  if (!type.isOne(bytes)) {
    throw new HttpError(400, 'attachment/not-a-picture', `The body is not of the type ${type.mime}.`, {
      hint: 'Nothing was stored. Send the bytes of the picture as they are.',
    });
  }
  sendJson(response, 201, { name: await office.attachments.keep(bytes, type) });
}

function typeOf(header: string): PictureType {
  const mime = header.split(';', 1)[0]?.trim().toLowerCase();
  const type = pictureTypes.find((candidate) => candidate.mime === mime);
  if (type !== undefined) return type;
  throw new HttpError(415, 'attachment/type', 'Only pictures are taken here.', {
    hint: `Send one of ${pictureTypes.map((candidate) => candidate.mime).join(', ')} as Content-Type.`,
  });
}

async function show({ office, request, response, name }: Call): Promise<void> {
  const found = await office.attachments.find(name);
  if (found === null) {
    throw new HttpError(404, 'attachment/unknown', 'There is no such picture.', {
      hint: 'Its name is the one that storing it returned.',
    });
  }
  sendEntity(request, response, found.bytes, {
    'Content-Type': found.type.mime,
    'Cache-Control': 'private, max-age=31536000, immutable',
    // Opened by itself, it is a document of our origin: it may be nothing but a picture.
    'Content-Security-Policy': 'sandbox',
  });
}
