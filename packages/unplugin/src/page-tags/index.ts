/** How a page that another server renders becomes one with the overlay. For the plugins and `annotate-mcp dev`. */
export { editPage, headersOfBody, isPolicy, type PageServer } from './page-edits.ts';
