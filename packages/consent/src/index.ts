export { type Answer, type Asked, type AskedOption, ownCommandId, readLink } from './asked.ts';
export { type ConsentPage, type ConsentPageOptions, openConsentPage } from './consent-page.ts';
export { type AskedField, type Choice, type FieldValue, longestText } from './form/field.ts';
