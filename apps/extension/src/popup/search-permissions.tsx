import { useEffect, useState } from 'preact/hooks';

const sources = [
  { permission: 'history', label: 'History' },
  { permission: 'bookmarks', label: 'Bookmarks' },
] as const;

type Source = (typeof sources)[number]['permission'];

/** Switches for what agents may search besides tabs. Chrome asks the person once more. */
export function SearchPermissions() {
  const [given, setGiven] = useState<readonly string[]>([]);
  const look = async (): Promise<void> => {
    setGiven((await chrome.permissions.getAll()).permissions ?? []);
  };
  useEffect(() => void look(), []);
  const change = async (permission: Source, wanted: boolean): Promise<void> => {
    const permissions = [permission];
    if (wanted) await chrome.permissions.request({ permissions });
    else await chrome.permissions.remove({ permissions });
    await look();
  };
  return (
    <section aria-label="Agents may search">
      <h2>Agents may search</h2>
      {sources.map(({ permission, label }) => (
        <label key={permission} class="choice">
          <input
            type="checkbox"
            checked={given.includes(permission)}
            onChange={({ currentTarget }) =>
              // What Chrome did is shown afterwards, also when the person declined.
              void change(permission, currentTarget.checked).catch(look)
            }
          />
          {label}
        </label>
      ))}
    </section>
  );
}
