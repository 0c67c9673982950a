/** Reads the browser's own accessibility tree: complete, but long and slow. For what the compact form leaves out. */
import type { Tab } from './tab.ts';

export async function readAxTree(tab: Tab): Promise<string> {
  const { nodes } = await tab.cdp.send('Accessibility.getFullAXTree', {});
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const visit = (id: string, depth: number): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const role = String(node.role?.value ?? 'none');
    const isShown = !node.ignored && role !== 'InlineTextBox';
    if (isShown) {
      const name =
        node.name?.value === undefined || node.name.value === '' ? '' : ` ${JSON.stringify(node.name.value)}`;
      const value =
        node.value?.value === undefined || node.value.value === ''
          ? ''
          : ` =${JSON.stringify(node.value.value)}`;
      const states = (node.properties ?? [])
        .filter(
          ({ value: { value: state } }) =>
            state !== false && state !== undefined && state !== '' && state !== 'false',
        )
        .map(({ name: property, value: { value: state } }) =>
          state === true ? property : `${property}=${String(state)}`,
        );
      lines.push(
        `${'  '.repeat(depth)}${role}${name}${value}${states.length === 0 ? '' : ` ${states.join(' ')}`}`,
      );
    }
    for (const child of node.childIds ?? []) visit(child, depth + (isShown ? 1 : 0));
  };
  const [root] = nodes;
  if (root !== undefined) visit(root.nodeId, 0);
  return lines.join('\n');
}
