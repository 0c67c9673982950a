/** The fields of an annotation that the agent uses; all other fields are ignored. */
import { z } from 'zod';

const place = {
  componentFilePath: z.string().optional(),
  templateFilePath: z.string().optional(),
  sourceLocation: z.object({ file: z.string(), line: z.number(), column: z.number() }).optional(),
};

const annotation = z.looseObject({
  id: z.string(),
  status: z.string(),
  annotationText: z.string(),
  selectionText: z.string().optional(),
  replies: z.array(z.looseObject({ author: z.enum(['agent', 'user']), message: z.string() })),
  ...place,
  targets: z.array(z.looseObject(place)).optional(),
  // Of comments on documents.
  path: z.string().optional(),
  anchor: z.looseObject({ line_start: z.number().optional() }).optional(),
  intent: z.string().optional(),
});
export type Annotation = z.output<typeof annotation>;

export const listed = z.looseObject({ annotations: z.array(z.looseObject({ id: z.string() })) });
export const moved = z.looseObject({ annotation });
export const watched = z.looseObject({
  annotations: z.array(z.looseObject({ id: z.string() })),
  replies: z.array(z.looseObject({ annotationId: z.string(), message: z.string() })).optional(),
});

export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** The locations to search, the most exact one first. */
export function placesOf({ targets = [], path, anchor, ...first }: Annotation): Place[] {
  if (path !== undefined)
    return [{ file: path, ...(anchor?.line_start !== undefined && { line: anchor.line_start }) }];
  const places = [first, ...targets].flatMap(
    ({ sourceLocation, templateFilePath, componentFilePath }): Place[] => [
      ...(sourceLocation === undefined ? [] : [sourceLocation]),
      ...[templateFilePath, componentFilePath].flatMap((file) => (file === undefined ? [] : [{ file }])),
    ],
  );
  return places.filter(({ file }, index) => places.findIndex((other) => other.file === file) === index);
}
