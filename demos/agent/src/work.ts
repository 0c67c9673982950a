/** Handles one annotation: changes a file or replies. */
import { type Annotation, type Place, placesOf } from './annotation.ts';
import { type Edit, replaceNearest, replaceTextAt } from './edit.ts';
import { readProjectFile, writeProjectFile } from './project-files.ts';
import { type Request, understand } from './rules.ts';

export type Outcome =
  | { done: string }
  /** The agent asked a question and waits for the person's reply. */
  | { question: string }
  | { refused: string };

/** The newest text of the person: a reply, or the note with which the annotation was reopened. */
export async function work(root: string, annotation: Annotation): Promise<Outcome> {
  const request = requestOf(annotation);
  if (request.kind === 'drop') return { refused: 'You asked to leave it as it is.' };
  if (request.kind === 'unclear') {
    return {
      question: 'I am a script and know few words. Which text should become what? Say: replace "…" with "…".',
    };
  }
  if (annotation.path !== undefined && annotation.intent !== 'edit')
    return { question: describeChange(annotation, request) };
  return change(root, placesOf(annotation), request);
}

/** What it would do to a file that is to stay as it is. */
function describeChange(
  { path }: Annotation,
  request: Extract<Request, { kind: 'replace' | 'say' }>,
): string {
  const what = request.kind === 'replace' ? `“${request.from}”` : 'the passage';
  return `I would replace ${what} with “${request.to}” in ${path ?? 'the file'}. Approve it, and I do.`;
}

/** Whether the newest text describes a change by itself. */
export function asksForMore({ selectionText, replies }: Annotation): boolean {
  const last = replies.at(-1);
  return last?.author === 'user' && ['replace', 'say'].includes(understand(last.message, selectionText).kind);
}

function requestOf({ annotationText, selectionText, replies }: Annotation): Request {
  const last = replies.at(-1);
  const answer: Request =
    last?.author === 'user' ? understand(last.message, selectionText) : { kind: 'unclear' };
  return answer.kind === 'unclear' ? understand(annotationText, selectionText) : answer;
}

async function change(
  root: string,
  places: readonly Place[],
  request: Extract<Request, { kind: 'replace' | 'say' }>,
): Promise<Outcome> {
  const searched: string[] = [];
  for (const place of places) {
    const file = await readProjectFile(root, place.file);
    if (file === null) continue;
    searched.push(place.file);
    const edit = editOf(file.text, place, request);
    if (edit === null) continue;
    await writeProjectFile(file, edit.text);
    return { done: `Replaced “${edit.replaced}” with “${request.to}” in ${place.file}:${edit.line}.` };
  }
  if (searched.length === 0) return { refused: 'The annotation names no file of this project.' };
  if (request.kind === 'replace') return { refused: `“${request.from}” is not in ${searched.join(' or ')}.` };
  return {
    question: `The text is not written in ${searched.join(' or ')}. What does it say now, and what should it say? Say: replace "…" with "…".`,
  };
}

function editOf(
  source: string,
  { line, column }: Place,
  request: Extract<Request, { kind: 'replace' | 'say' }>,
): Edit | null {
  if (request.kind === 'replace') return replaceNearest(source, request.from, request.to, line);
  return line === undefined ? null : replaceTextAt(source, { line, column: column ?? 1 }, request.to);
}
