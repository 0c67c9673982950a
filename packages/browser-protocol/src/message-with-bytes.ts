/**
 * The form of a message that brings a file as bytes: the length of its JSON in four bytes, the JSON, and the bytes of the
 * file. As text a picture takes noticeably longer.
 */
const lengthBytes = 4;

export function joinBytes(json: Uint8Array, file: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(lengthBytes + json.length + file.length);
  new DataView(joined.buffer).setUint32(0, json.length);
  joined.set(json, lengthBytes);
  joined.set(file, lengthBytes + json.length);
  return joined;
}

/** `null` for bytes of another form. The parts are no copies. */
export function splitBytes(joined: Uint8Array): { json: Uint8Array; file: Uint8Array } | null {
  if (joined.length < lengthBytes) return null;
  const end = lengthBytes + new DataView(joined.buffer, joined.byteOffset).getUint32(0);
  if (end > joined.length) return null;
  return { json: joined.subarray(lengthBytes, end), file: joined.subarray(end) };
}
