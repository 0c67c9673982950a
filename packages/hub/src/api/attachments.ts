import { HttpError, readBody, sendJson } from '@annotate-mcp/http';

import { type PictureType, pictureTypes } from '../attachments.ts';
import { sendWithETag } from '../get-requests.ts';
import { requireAbility } from '../speaker.ts';

import type { ApiCall, Endpoint } from './endpoint.ts';

export const attachmentEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: 'attachments', answer: save },
  { method: 'GET', path: 'attachments/:name', answer: send },
];

async function save({ deps, request, response, maxBodyBytes, speaker }: ApiCall): Promise<void> {
  requireAbility('create', speaker);
  const type = typeOf(request.headers['content-type'] ?? '');
  const bytes = await readBody(request, maxBodyBytes);
  if (!type.matches(bytes)) {
    throw new HttpError(400, 'attachment/not-a-picture', `The body is not of the type ${type.mime}.`, {
      hint: 'Nothing was stored. Send the bytes of the picture as they are.',
    });
  }
  sendJson(response, 201, { name: await deps.attachments.save(bytes, type) });
}

function typeOf(header: string): PictureType {
  const mime = header.split(';', 1)[0]?.trim().toLowerCase();
  const type = pictureTypes.find((candidate) => candidate.mime === mime);
  if (type !== undefined) return type;
  throw new HttpError(415, 'attachment/type', 'Only pictures can be attached.', {
    hint: `Send one of ${pictureTypes.map((candidate) => candidate.mime).join(', ')} as Content-Type.`,
  });
}

async function send({ deps, request, response, name }: ApiCall): Promise<void> {
  const found = await deps.attachments.find(name);
  if (found === null) {
    throw new HttpError(404, 'attachment/unknown', 'There is no such picture.', {
      hint: 'Use the name that POST attachments returned.',
    });
  }
  sendWithETag(request, response, found.bytes, {
    'Content-Type': found.type.mime,
    'Cache-Control': 'private, max-age=31536000, immutable',
    // Opened in a tab of its own, the file is a document of this origin; the sandbox keeps it from running scripts.
    'Content-Security-Policy': 'sandbox',
  });
}
