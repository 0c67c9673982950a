/** Words that stay before the first difference and after the last one, so that the person recognises the place. */
const around = 60;

/** Cuts what is the same at the beginning and the end of two long texts. */
export function cutSameEnds(before: string, after: string): { before: string; after: string } {
  const head = Math.max(0, wordStart(before, sameHead(before, after) - around));
  const tail = Math.max(0, sameTail(before, after) - around);
  const cut = (text: string) => {
    const end = tail === 0 ? text.length : wordEnd(text, text.length - tail);
    const isCutAtEnd = end < text.length;
    return `${head > 0 ? '…' : ''}${text.slice(head, Math.max(head, end))}${isCutAtEnd ? '…' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
}

function sameHead(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}

/** Without what is the same at the beginning too. */
function sameTail(left: string, right: string): number {
  const most = Math.min(left.length, right.length) - sameHead(left, right);
  let length = 0;
  while (length < most && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return length;
}

function wordStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf(' ', at) + 1;
}

function wordEnd(text: string, at: number): number {
  const end = text.indexOf(' ', at);
  return end === -1 ? text.length : end;
}
