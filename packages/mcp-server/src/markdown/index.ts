export { type ReadReview, readReview } from './page/read-review.ts';
export {
  serveReview,
  type ServedReview,
  type ServeReviewOptions,
  type SubmittedBatch,
} from './page/serve-review.ts';
export { reviewLoop } from './prompts/review-loop.ts';
export { MarkdownReview, type MarkdownReviewOptions, type ReviewSettings } from './review.ts';
export { tools as markdownTools } from './tools/index.ts';
export { createMarkdownToolset } from './toolset.ts';
