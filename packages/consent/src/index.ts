export { type Answer, type Asked, type AskedOption, ownCommandId } from './asked.ts';
export { type ConsentPage, type ConsentPageOptions, openConsentPage } from './consent-page.ts';
