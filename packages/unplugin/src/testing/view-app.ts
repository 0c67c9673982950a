/** A small app with JSX, for the dev servers of different bundlers. */
export const viewFiles = {
  'package.json': '{ "type": "module" }',
  'index.html':
    '<!doctype html>\n<html><head></head><body><div id="app"></div><script type="module" src="/src/main.jsx"></script></body></html>\n',
  'src/main.jsx': `import { View } from './view.jsx';
console.log(View);
`,
  'src/view.jsx': `export function View({ names, ...rest }) {
  return (
    <ul {...rest}>
      {names.map((name) => <li key={name}>{name}</li>)}
    </ul>
  );
}
`,
};

export const viewMarks = ['src/view.jsx:3:5', 'src/view.jsx:4:28'];

/**
 * The end of a module that has started a dev server at \`origin\`: it looks at what a browser gets, adds a comment, prints
 * the result and ends. \`codePath\` is an expression for the path of the module or bundle with the component.
 */
export function lookAt(codePath: string): string {
  return `
const page = await (await fetch(origin + '/', { headers: { accept: 'text/html' } })).text();
const code = await (await fetch(origin + ${codePath})).text();
const marks = [...code.matchAll(/data-annotate-source"?(?:: |=)"([^"]+)"/g)].map(([, mark]) => mark);
const body = JSON.stringify({ pageUrl: origin + '/', pageTitle: 'Home', annotationText: 'Too long' });
const headers = { 'content-type': 'application/json' };
const posted = await fetch(hub + '/__annotate/api/page-notes', { method: 'POST', headers, body });
await new Promise((resolve, reject) => {
  const socket = new WebSocket(hub.replace('http', 'ws') + '/__annotate', { headers: { origin: hub } });
  Object.assign(socket, { onopen: resolve, onerror: reject });
});
const manifest = await (await fetch(hub + '/__annotate/manifest')).json();
console.log(JSON.stringify({ tags: page.split('/__annotate/overlay.js').length - 1, marks: [...new Set(marks)].sort(), posted: posted.status, manifest }));
process.exit(0);
`;
}

export const seen = {
  tags: 1,
  marks: viewMarks,
  posted: 201,
  manifest: { View: { component: 'src/view.jsx' } },
};
