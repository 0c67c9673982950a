/** Why a move was refused, and what to do instead. The moves are lifecycle.ts. */
import type { Annotation } from './annotation.ts';
import { AnnotateError } from './errors.ts';
import type { Actor, MoveName, Rule } from './lifecycle.ts';

export function notText({ id, kind }: Annotation): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} is of kind ${kind} and quotes no text.`, {
    hint: 'Only text annotations have a target text; say in a reply what you changed.',
  });
}

export function notOnPage({ id, path }: Annotation & { kind: 'markdown' }): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} stands in ${path}, not on a page.`, {
    hint: 'Its place is found again by its quote; `relinkMarkdown` ties it to another text.',
  });
}

export function notMarkdown({ id, kind }: Annotation): AnnotateError {
  return new AnnotateError(
    'annotation/invalid',
    `Annotation ${id} is of kind ${kind} and stands in no file.`,
    {
      hint: 'This is for comments on Markdown files only.',
    },
  );
}

export function wrongStatus(move: MoveName, annotation: Annotation, rule: Rule, by: Actor): AnnotateError {
  if (move === 'acknowledge' && annotation.status === 'acknowledged') return held(annotation, by);
  return new AnnotateError(
    'lifecycle/wrong-status',
    `Annotation ${annotation.id} is ${describeStatus(annotation)}, so "${move}" does not apply to it.`,
    { hint: `"${move}" works while it is ${rule.from.join(' or ')}.` },
  );
}

function describeStatus(annotation: Annotation): string {
  const withdrawn = annotation.status === 'dismissed' && annotation.withdrawnAt !== undefined;
  return withdrawn ? 'dismissed (withdrawn by its author)' : annotation.status;
}

function held(annotation: Annotation & { status: 'acknowledged' }, by: Actor): AnnotateError {
  const { agentId, agentName, at } = annotation.claim;
  if (by.type === 'agent' && by.agentId === agentId) {
    return new AnnotateError('lifecycle/held', `You already hold annotation ${annotation.id}, since ${at}.`, {
      hint: 'Go on with it; resolve, dismiss or release it when you are done.',
    });
  }
  return new AnnotateError(
    'lifecycle/held',
    `Annotation ${annotation.id} is held by ${agentName} since ${at}.`,
    { hint: 'Leave it to that agent and take another one; a claim is freed when its agent ends.' },
  );
}

export function notAllowed(move: MoveName, annotation: Annotation, rule: Rule, by: Actor): AnnotateError {
  if (annotation.status === 'acknowledged' && by.type === 'agent') return held(annotation, by);
  const who = { person: 'another person', agent: 'an agent', system: 'the system' }[by.type];
  return new AnnotateError(
    'lifecycle/not-allowed',
    `"${move}" on annotation ${annotation.id} is not for ${who}.`,
    { hint: `It is for: ${rule.by.join(', ')}.` },
  );
}
