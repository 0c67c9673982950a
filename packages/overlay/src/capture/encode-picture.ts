/** Pictures as they are stored: small, and without anything that a camera or a program wrote into the file. */

/** Pixels of the longer side. */
const longestSide = 2_000;

/** Below the hub's limit for an attachment. */
export const maxPictureBytes = 600_000;

/** Only the pixels of the file are kept: where and when a photo was taken is not sent. Rejects what is not a picture. */
export async function readPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, longestSide / Math.max(width, height));
  resizeTo(canvas, bitmap, { width: width * scale, height: height * scale });
  bitmap.close();
  return encodePicture(canvas, maxPictureBytes);
}

/** As WebP, or as PNG where the browser cannot write that. Smaller than it was drawn when it would be too large. */
export async function encodePicture(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob> {
  let from = canvas;
  for (let attempt = 0; attempt < 8; attempt++) {
    const blob = await encode(from);
    if (blob.size <= maxBytes) return blob;
    const scale = Math.max(0.25, Math.min(0.8, Math.sqrt(maxBytes / blob.size)));
    const smaller = canvas.ownerDocument.createElement('canvas');
    resizeTo(smaller, from, { width: from.width * scale, height: from.height * scale });
    from = smaller;
  }
  throw new Error('The picture is too large, even at its smallest size.');
}

function resizeTo(
  canvas: HTMLCanvasElement,
  source: HTMLCanvasElement | ImageBitmap,
  { width, height }: { width: number; height: number },
): void {
  canvas.width = Math.max(1, Math.floor(width));
  canvas.height = Math.max(1, Math.floor(height));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
}

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture could not be encoded.')) : resolve(blob)),
      'image/webp',
      0.9,
    );
  });
}
