/** Playwright tests that are written from what a page showed before and after a change. */
export { findConfig, type CheckTest, type Playwright, playwrightOf, readReport } from './playwright.ts';
export { draftCheck, placeCheck, saveCheck } from './prepare-check.ts';
