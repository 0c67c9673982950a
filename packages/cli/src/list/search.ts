import { type Annotation, type ComponentTarget, addressOf } from '@annotate-mcp/core';

export interface Search {
  /** Plain text; upper and lower case are the same. */
  grep?: string;
  /** A full URL, a path on any host, or a Markdown file. */
  page?: string;
}

export function matches(annotation: Annotation, { grep, page }: Search): boolean {
  return (page === undefined || isOn(annotation, page)) && (grep === undefined || says(annotation, grep));
}

function isOn(annotation: Annotation, page: string): boolean {
  const place = addressOf(annotation);
  return place === page || (page.startsWith('/') && pathOf(place) === page);
}

/** Without host and port: a dev server may change its port. */
function pathOf(place: string): string | null {
  const url = URL.parse(place);
  return url === null ? null : `${url.pathname}${url.search}${url.hash}`;
}

function says(annotation: Annotation, grep: string): boolean {
  const wanted = grep.toLowerCase();
  return searchable(annotation).some((text) => text?.toLowerCase().includes(wanted) === true);
}

/** Text, replies, component names, files and page. */
function searchable(annotation: Annotation): (string | undefined)[] {
  return [
    annotation.id,
    annotation.annotationText,
    ...annotation.replies.map(({ message }) => message),
    addressOf(annotation),
    ...(annotation.kind === 'markdown' ? [] : [annotation.pageTitle, annotation.selectionText]),
    ...ofKind(annotation),
  ];
}

function ofKind(annotation: Annotation): (string | undefined)[] {
  switch (annotation.kind) {
    case 'component':
      return [annotation, ...(annotation.targets ?? [])].flatMap(ofTarget);
    case 'element':
      return [annotation.description, annotation.sourceLocation?.file];
    case 'text':
      return [annotation.anchor.quote, annotation.sourceLocation?.file];
    case 'markdown':
      return [annotation.anchor.quote];
    case 'page':
      return [];
  }
}

function ofTarget(target: ComponentTarget): (string | undefined)[] {
  return [
    target.componentName,
    target.componentFilePath,
    target.templateFilePath,
    target.sourceLocation?.file,
  ];
}
