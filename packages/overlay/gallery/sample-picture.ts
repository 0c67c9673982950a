/** A picture that a person could have pasted: a sketch of a card. */
export function samplePicture(width = 640, height = 360): Blob {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas.');
  context.fillStyle = '#f5f0e6';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#334155';
  context.font = '600 36px system-ui';
  context.fillText('Wool scarf', 60, 110);
  context.font = '24px system-ui';
  context.fillText('12.50 €, was 20.00 €', 60, 170);
  context.fillText('Ada Lovelace, 4111 1111 1111 1111', 60, 300);
  const [, base64 = ''] = canvas.toDataURL().split(',');
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
}
