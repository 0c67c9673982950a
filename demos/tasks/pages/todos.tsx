/** A list of todos as TodoMVC has it: a label is edited after a double click, and the button to delete shows on hover. */
import { type KeyboardEvent, useEffect, useState } from 'react';

import { mount } from './mount.ts';
import { tell } from './tell.ts';

interface Todo {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
}

const css = `
.todos { list-style: none; padding: 0; width: 400px } .todos li { display: flex; gap: 8px; padding: 8px; position: relative }
.todos .destroy { display: none } .todos li:hover .destroy { display: block } .destroy::after { content: '×' }
.todos .toggle { opacity: 0; position: absolute; inset: 0 auto 0 0; width: 40px }
.todos li label { padding-left: 32px; flex: 1 } .todos li label::before { content: '◯ ' } .todos li.done label::before { content: '✔ ' }`;

function Todos() {
  const [todos, setTodos] = useState<readonly Todo[]>([
    { id: 1, title: 'Water the plants', done: false },
    { id: 2, title: 'Call the bank', done: false },
  ]);
  const [filter, setFilter] = useState('All');
  const [draft, setDraft] = useState('');
  useEffect(() => tell({ filter, todos: todos.map(({ title, done }) => (done ? `✔ ${title}` : title)) }));
  const change = (id: number, by: Partial<Todo>) =>
    setTodos(todos.map((todo) => (todo.id === id ? { ...todo, ...by } : todo)));
  const add = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || draft.trim() === '') return;
    setTodos([...todos, { id: todos.length + 1, title: draft.trim(), done: false }]);
    setDraft('');
  };
  const shown = todos.filter(({ done }) => filter === 'All' || done === (filter === 'Completed'));
  return (
    <main>
      <style>{css}</style>
      <h1>todos</h1>
      <input
        className="new-todo"
        placeholder="What needs to be done?"
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={add}
      />
      <ul className="todos">
        {shown.map((todo) => (
          <Item
            key={todo.id}
            todo={todo}
            change={(by) => change(todo.id, by)}
            remove={() => setTodos(todos.filter(({ id }) => id !== todo.id))}
          />
        ))}
      </ul>
      <p>{todos.filter(({ done }) => !done).length} items left</p>
      {['All', 'Active', 'Completed'].map((name) => (
        <a key={name} href={`#/${name.toLowerCase()}`} onClick={() => setFilter(name)}>
          {name}{' '}
        </a>
      ))}
    </main>
  );
}

function Item({
  todo,
  change,
  remove,
}: {
  todo: Todo;
  change: (by: Partial<Todo>) => void;
  remove: () => void;
}) {
  const [text, setText] = useState<string | null>(null);
  const save = () => {
    if (text !== null) change({ title: text.trim() });
    setText(null);
  };
  if (text !== null)
    return (
      <li>
        <input
          className="edit"
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={save}
          onKeyDown={({ key }) => key === 'Enter' && save()}
        />
      </li>
    );
  return (
    <li className={todo.done ? 'done' : ''}>
      <input
        className="toggle"
        type="checkbox"
        checked={todo.done}
        onChange={() => change({ done: !todo.done })}
      />
      <label onDoubleClick={() => setText(todo.title)}>{todo.title}</label>
      <button className="destroy" onClick={remove} />
    </li>
  );
}

mount(<Todos />);
