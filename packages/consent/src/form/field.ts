/** The fields of a question that the person fills in, and what they may hold. */

/** All texts may come from an agent. */
export type AskedField = FieldName & (TextField | NumberField | YesNoField | ChoiceField | ChoicesField);

interface FieldName {
  id: string;
  label: string;
  hint?: string;
  required?: boolean;
}

interface TextField {
  type: 'text';
  value?: string;
  /** In characters. */
  least?: number;
  most?: number;
  format?: 'email' | 'uri' | 'date' | 'date-time';
  /** A regular expression, which is tried in the person's browser only: some take a program minutes. */
  pattern?: string;
}

interface NumberField {
  type: 'number';
  isWhole: boolean;
  value?: number;
  least?: number;
  most?: number;
}

interface YesNoField {
  type: 'yes-no';
  value?: boolean;
}

interface ChoiceField {
  type: 'choice';
  choices: Choice[];
  value?: string;
}

interface ChoicesField {
  type: 'choices';
  choices: Choice[];
  value?: string[];
  least?: number;
  most?: number;
}

export interface Choice {
  value: string;
  name: string;
  hint?: string;
  /** Choices with the same one, which follow each other, are shown together. */
  group?: string;
}

export type FieldValue = string | number | boolean | string[];

/** In characters. */
export const longestText = 10_000;
