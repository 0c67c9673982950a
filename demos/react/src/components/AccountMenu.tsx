/** Opens with CSS only while the pointer is over it. */
export function AccountMenu({ entries }: { entries: string[] }) {
  return (
    <div className="menu">
      <button className="button" data-testid="hover-menu-button" aria-haspopup="true">
        Account
      </button>
      <ul className="menu-list" data-testid="hover-menu">
        {entries.map((entry) => (
          <li key={entry}>
            <a href="#account">{entry}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
