/** The media type of a picture by its content; `null` for anything else, whatever the name of the file says. */
export function pictureType(content: Buffer, file: string): string | null {
  const known = signatures.find(({ begins }) => begins(content));
  if (known !== undefined) return known.type;
  return /\.svg$/i.test(file) && isSvg(content) ? 'image/svg+xml' : null;
}

const signatures: readonly { type: string; begins: (content: Buffer) => boolean }[] = [
  { type: 'image/png', begins: (content) => hasAt(content, 0, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', begins: (content) => hasAt(content, 0, '\xff\xd8\xff') },
  {
    type: 'image/gif',
    begins: (content) => hasAt(content, 0, 'GIF87a') || hasAt(content, 0, 'GIF89a'),
  },
  { type: 'image/webp', begins: (content) => hasAt(content, 0, 'RIFF') && hasAt(content, 8, 'WEBP') },
  {
    type: 'image/avif',
    begins: (content) => hasAt(content, 4, 'ftypavif') || hasAt(content, 4, 'ftypavis'),
  },
];

function hasAt(content: Buffer, offset: number, signature: string): boolean {
  return content.toString('latin1', offset, offset + signature.length) === signature;
}

/** Only what stands before the first element may be long: a declaration, comments, a document type. */
function isSvg(content: Buffer): boolean {
  return /^\uFEFF?\s*<(?:\?xml|!--|!doctype svg|svg[\s>])/i.test(content.toString('utf8', 0, 200))
    ? /<svg[\s>]/i.test(content.toString('utf8', 0, 64_000))
    : false;
}
