import type { Annotation } from '@annotate-mcp/core';

/** For example `annotate/3f2a9c1e-make-the-title-larger`. */
export function branchName({ id, annotationText }: Pick<Annotation, 'id' | 'annotationText'>): string {
  const words = annotationText
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return `annotate/${id.slice(0, 8)}${words === '' ? '' : `-${words}`}`;
}
