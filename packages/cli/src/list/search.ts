import { type Annotation, type ComponentTarget, addressOf } from '@annotate-mcp/core';

/** Whether the annotation has this text; upper and lower case are the same. */
export function contains(annotation: Annotation, grep: string): boolean {
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
      return [annotation.description, annotation.sourceLocation?.file, annotation.generatedAt?.file];
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
    target.generatedAt?.file,
    ...(target.uses ?? []).map(({ file }) => file),
    target.element?.name,
    target.element?.text,
  ];
}
