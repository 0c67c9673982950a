export const consentStyles = `
.question { display: grid; gap: 12px; }
.question h1 { font-size: 15px; line-height: 1.4; font-weight: 400; overflow-wrap: anywhere; outline: none; }
.question .host { font-weight: 650; overflow-wrap: anywhere; }
.question #about { display: grid; gap: 8px; }
.question dl { display: grid; gap: 4px; margin: 0; }
.question dl div { display: grid; grid-template-columns: 64px 1fr; gap: 8px; }
.question dt { color: var(--nga-muted); }
.question dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.question pre { margin: 0; max-height: 140px; overflow: auto; padding: 8px; border: 1px solid var(--nga-line); border-radius: var(--nga-radius); background: var(--nga-raised); font: 12px/1.45 var(--nga-mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.question pre:focus-visible { outline: 2px solid var(--nga-accent); outline-offset: 1px; }
.choices { display: grid; gap: 6px; }
.choices .nga-btn { justify-content: center; width: 100%; }
.choices [aria-disabled=true] { opacity: .55; }
label.check { display: flex; align-items: center; gap: 8px; color: var(--nga-text); }
label.check input { width: auto; margin: 0; flex: none; }
.consent-bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px; padding-top: 12px; border-top: 1px solid var(--nga-line); }
`;
