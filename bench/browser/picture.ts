import { viewport } from './chromium.ts';

/** Throws unless the base64 is a JPEG of the size of the viewport: pictures of another size take another time. */
export function checkPicture(title: string, base64: string): void {
  const { width, height } = jpegSize(Buffer.from(base64, 'base64'));
  if (width === viewport.width && height === viewport.height) return;
  throw new Error(
    `${title} sent a picture of ${width} × ${height} pixels; those of ${viewport.width} × ${viewport.height} are compared.`,
  );
}

function jpegSize(bytes: Buffer): { width: number; height: number } {
  // After the two bytes of its signature come segments: a marker of two bytes, then the length of the rest.
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (frameMarkers.includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  throw new Error('This is not a JPEG.');
}

/** Baseline, extended and progressive. */
const frameMarkers: readonly number[] = [0xff_c0, 0xff_c1, 0xff_c2];
