/** Rules over plain text and plain facts: nothing here needs a document. What reads elements is `./dom`. */
export { isPasswordPair, isSecretName, isSecretPair, looksRandom } from './secret-names.ts';
export { redacted } from './redacted.ts';
export { redactText } from './redact-text.ts';
export { type FieldFacts, isSecretField } from './secret-field.ts';
export { redactForms } from './secret-forms.ts';
