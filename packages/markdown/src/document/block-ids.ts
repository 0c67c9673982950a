const longestSlug = 60;

/**
 * Names blocks in their order: headings after their own words, all others after the nearest heading above.
 * The number counts blocks of one kind under one name, so an edit renames only what follows under the same heading.
 */
export function createNaming(): (kind: string, headingWords: string) => string {
  const counts = new Map<string, number>();
  let section = 'start';
  return (kind, headingWords) => {
    if (headingWords !== '') section = slugOf(headingWords);
    const name = `${kind}-${section}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name}-${count}`;
  };
}

function slugOf(words: string): string {
  const slug = words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const short = slug.slice(0, longestSlug).replace(/[\uD800-\uDBFF]?-*$/, '');
  return short === '' ? 'untitled' : short;
}
