/** Files as review-loop 0.9 and ng-annotate 0.5 write them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const inlineReviewText = readFileSync(join(import.meta.dirname, 'inline-review.json'), 'utf8');
export const ngAnnotateText = readFileSync(join(import.meta.dirname, 'ng-annotate-store.json'), 'utf8');
