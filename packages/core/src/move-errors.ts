/** The errors of moves that are refused. */
import type { Annotation } from './annotation.ts';
import { AnnotateError } from './errors.ts';
import type { Actor, MoveName, Role, Rule } from './lifecycle.ts';

export function notTextError({ id, kind }: Annotation): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} is of kind ${kind} and quotes no text.`, {
    hint: 'Only text annotations have a target text; say in a reply what you changed.',
  });
}

export function notOnPageError({ id, path }: Annotation & { kind: 'markdown' }): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} is a comment on ${path}, not on a page.`, {
    hint: 'Open the file in the Markdown view and select another passage there.',
  });
}

export function notMarkdownError({ id, kind }: Annotation): AnnotateError {
  return new AnnotateError(
    'annotation/invalid',
    `Annotation ${id} is of kind ${kind}, not a comment on a file.`,
    {
      hint: 'This is for comments on Markdown files only.',
    },
  );
}

export function wrongStatusError(
  move: MoveName,
  annotation: Annotation,
  rule: Rule,
  by: Actor,
): AnnotateError {
  if (move === 'acknowledge' && annotation.status === 'acknowledged') return heldError(annotation, by);
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

function heldError(annotation: Annotation & { status: 'acknowledged' }, by: Actor): AnnotateError {
  const { agentId, agentName, at } = annotation.claim;
  if (by.type === 'agent' && by.agentId === agentId) {
    return new AnnotateError('lifecycle/held', `You already hold annotation ${annotation.id}, since ${at}.`, {
      hint: 'Continue; resolve, dismiss or release it when you are done.',
    });
  }
  return new AnnotateError(
    'lifecycle/held',
    `Annotation ${annotation.id} is held by ${agentName} since ${at}.`,
    { hint: 'Work on another one; the claim ends when its agent releases it or exits.' },
  );
}

export function assignedError({ id }: Annotation, agentName: string): AnnotateError {
  return new AnnotateError('lifecycle/not-allowed', `Annotation ${id} is assigned to ${agentName}.`, {
    hint: 'Work on another one; the person can assign it to you in its thread.',
  });
}

export function handedOverError({ id, assignee }: Annotation): AnnotateError {
  return new AnnotateError(
    'lifecycle/not-allowed',
    `The person gave annotation ${id} to ${assignee?.name ?? 'another agent'}.`,
    {
      hint: 'Stop working on it and work on another one. What you changed stays; the next agent is told of it.',
    },
  );
}

export function notAllowedError(
  move: MoveName,
  annotation: Annotation,
  rule: Rule,
  by: Actor,
): AnnotateError {
  if (annotation.status === 'acknowledged' && by.type === 'agent') return heldError(annotation, by);
  const who = { person: 'this person', agent: 'an agent', system: 'the system' }[by.type];
  return new AnnotateError(
    'lifecycle/not-allowed',
    `"${move}" on annotation ${annotation.id} is not allowed for ${who}; nothing was changed.`,
    { hint: `It is allowed for ${rule.by.map((role) => roleNames[role]).join(' and for ')}.` },
  );
}

const roleNames: Readonly<Record<Role, string>> = {
  person: 'every person',
  author: 'the person who wrote it',
  agent: 'every agent',
  holder: 'the agent that holds it',
  'anyone-while-unclaimed': 'every person and agent while no agent holds it',
  system: 'annotate-mcp itself',
};

export function blankTextError(what: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `The ${what} is blank; nothing was changed.`, {
    hint: 'Write at least one word.',
  });
}
