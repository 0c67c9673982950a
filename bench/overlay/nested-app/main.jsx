import { createRoot } from 'react-dom/client';

const asked = new URLSearchParams(location.search);
/** 100 towers of 25 floors, each inside of the one before: 10,000 elements, 50 components deep. */
const towers = Number(asked.get('towers') ?? 100);
const floors = Number(asked.get('floors') ?? 25);

function App() {
  return (
    <main>
      {Array.from({ length: towers }, (_, tower) => (
        <Tower key={tower} floors={floors} />
      ))}
    </main>
  );
}

function Tower({ floors }) {
  return <Floor>{floors > 1 && <Tower floors={floors - 1} />}</Floor>;
}

function Floor({ children }) {
  return (
    <section>
      <header>
        <b>
          <i>floor</i>
        </b>
      </header>
      {children}
    </section>
  );
}

createRoot(document.getElementById('root')).render(<App />);
