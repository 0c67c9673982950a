/** A picture as a file of the person: black, with a white left half. */
export async function pictureFile(name: string, width = 200, height = 100): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width / 2, height);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

/** Red, green and blue of a pixel. */
export async function pixelOf(picture: Blob | null | undefined, x: number, y: number): Promise<number[]> {
  if (!picture) throw new Error('There is no picture.');
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return [...(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? [])];
}
