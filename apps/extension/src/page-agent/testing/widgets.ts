/** Widgets as the libraries draw them, reduced to what matters for reading: their elements, roles and styles. */
export interface Widget {
  readonly name: string;
  readonly html: string;
  /** Elements that have a listener, by CSS. */
  readonly listeners?: readonly string[];
  readonly lines: readonly string[];
}

const cutAway = 'style="height:0;width:0;overflow:hidden"';

export const widgets: readonly Widget[] = [
  {
    name: 'a select like that of antd, open: the list that is seen, and not its copy without a size',
    html: `<style>.select, .item { cursor: pointer } .selector { position: relative; height: 32px } .search { position: absolute; inset: 0 }
.search input { width: 100%; height: 100%; opacity: 0 }</style>
<div class="select"><div class="selector"><span class="search"><input readonly role="combobox" aria-expanded="true" aria-label="Person" id="s"></span>
<span class="selection-item" title="Lucy">Lucy</span></div><span class="arrow" aria-hidden="true"><span role="img" aria-label="down"><svg></svg></span></span></div>
<div class="dropdown"><div role="listbox" ${cutAway}><div role="option" aria-label="Jack">jack</div><div role="option" aria-selected="true" aria-label="Lucy">lucy</div></div>
<div class="holder" style="max-height:256px;overflow:hidden"><div class="inner">
<div class="item" aria-selected="false" title="Jack"><div>Jack</div><span aria-hidden="true"></span></div>
<div class="item" aria-selected="true" title="Lucy"><div>Lucy</div><span aria-hidden="true"></span></div></div></div></div>`,
    lines: [
      'combobox "Person" [ref] ="Lucy" expanded readonly',
      'clickable [ref]: Jack',
      'clickable [ref] selected: Lucy',
    ],
  },
  {
    name: 'a select like that of MUI, open: the page behind it is not read, its backdrop is not pressed',
    html: `<style>.field, [role=option] { cursor: pointer } .backdrop { position: fixed; inset: 0 } .paper { position: absolute }</style>
<div aria-hidden="true"><button>Behind</button><div class="field" tabindex="0" role="combobox" aria-expanded="true" aria-labelledby="l">Ten</div><input aria-hidden="true" tabindex="-1"></div>
<div role="presentation" class="popover"><div aria-hidden="true" class="backdrop"></div><div tabindex="0" data-testid="sentinelStart"></div>
<div class="paper" tabindex="-1"><ul role="listbox" tabindex="-1" aria-label="Age"><li role="option" aria-selected="true" tabindex="0">Ten<span class="ripple"></span></li>
<li role="option" tabindex="-1" aria-selected="false">Twenty<span class="ripple"></span></li></ul></div><div tabindex="0" data-testid="sentinelEnd"></div></div>`,
    listeners: ['.popover', '.backdrop'],
    lines: ['listbox "Age" [ref]', '  option "Ten" [ref] selected', '  option "Twenty" [ref]'],
  },
  {
    name: 'a calendar like that of flatpickr: arrows without a text, days that only the cursor and a label tell about',
    html: `<style>.prev, .next, .day { cursor: pointer; display: inline-block; width: 20px; height: 20px }</style>
<div class="calendar"><div class="months"><span class="prev calendar-prev-month"><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></span>
<div><span>November</span> <input type="number" aria-label="Year" value="2026"></div><span class="next calendar-next-month"><svg></svg></span></div>
<div class="days"><span class="day" aria-label="November 15, 2026" tabindex="-1">15</span><span class="day today" aria-label="November 16, 2026" aria-current="date" tabindex="-1">16</span></div></div>`,
    listeners: ['.months', '.days'],
    lines: [
      'clickable [ref] icon=prev',
      '- November',
      'spinbutton "Year" [ref] ="2026"',
      'clickable [ref] icon=next',
      'clickable "November 15, 2026" [ref]: 15',
      'clickable "November 16, 2026" [ref] current: 16',
    ],
  },
  {
    name: 'a menu button that is made of icons, by what their author called them',
    html: `<button><svg width="9" height="9"><use href="/sprite.svg#trash"></use></svg></button>
<button><i class="fa fa-solid fa-pen"></i></button><button><svg data-testid="StarIcon"></svg></button>
<span style="cursor:pointer"><svg width="9" height="9"><title>Close</title></svg></span>
<a role="button" tabindex="0"><img alt="Home" src="data:,"></a>`,
    lines: [
      'button [ref] icon=trash',
      'button [ref] icon=fa-pen',
      'button [ref] icon=StarIcon',
      'clickable "Close" [ref]',
      'button "Home" [ref]',
    ],
  },
  {
    name: 'rows and cards that have a listener, and none for what only listens for what is in it',
    html: `<main id="app"><table><tr id="row"><td>Ada</td></tr></table><div id="card"><b>Coffee</b> 5 €</div>
<div id="around"><button>Buy</button><a href="/x">More</a></div><p>Text</p></main>`,
    listeners: ['#app', '#row', '#card', '#around'],
    lines: [
      'main',
      '  table',
      '    rowgroup',
      '      row [ref]',
      '        cell: Ada',
      '  clickable [ref]: Coffee 5 €',
      '  button "Buy" [ref]',
      '  link "More" [ref] → /x',
      '  - Text',
    ],
  },
  {
    name: 'each item of a list that listens for its items',
    html: '<ul id="list"><li>One</li><li>Two</li></ul><div id="board"><i>a</i><i>b</i><i>c</i></div>',
    listeners: ['#list', '#board'],
    lines: [
      'list',
      '  listitem [ref]: One',
      '  listitem [ref]: Two',
      'clickable [ref]: a',
      'clickable [ref]: b',
      'clickable [ref]: c',
    ],
  },
  {
    name: 'the outermost element with the cursor only, and a cross in it that has a listener',
    html: `<style>.tag { cursor: pointer }</style><div class="tag"><span><b>Red</b></span> <span class="remove">×</span></div>
<label style="cursor:pointer">Name <input></label>`,
    listeners: ['.remove'],
    lines: ['clickable [ref]', '  - Red', '  clickable [ref]: ×', 'textbox "Name" [ref]'],
  },
  {
    name: 'a box to tick that is drawn by its label',
    html: `<style>.small { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) } .slider { display: inline-block; width: 40px; height: 20px }</style>
<input type="checkbox" id="c" class="small"><label for="c">Dark</label>
<label class="switch" aria-label="Sound"><input type="checkbox" checked style="opacity:0;width:0;height:0"><span class="slider"></span></label>`,
    lines: ['checkbox "Dark" [ref]', 'checkbox "Sound" [ref] checked'],
  },
  {
    name: 'a row or an item that listens itself, and the button in it',
    html: '<table><tr id="row"><td>Ann</td><td><button>Edit</button></td></tr></table><ul><li id="item">Bob <button>Call</button></li></ul>',
    listeners: ['#row', '#item'],
    lines: [
      'table',
      '  rowgroup',
      '    row [ref]',
      '      cell: Ann',
      '      cell',
      '        button "Edit" [ref]',
      'list',
      '  listitem [ref]',
      '    - Bob',
      '    button "Call" [ref]',
    ],
  },
  {
    name: 'shapes to press on a map to drag',
    html: `<div style="cursor:grab;width:200px;height:100px"><svg width="200" height="100"><g>
<path style="cursor:pointer" d="M10 10h50v50h-50z"/><path style="cursor:pointer" d="M100 10h50v50h-50z"/></g></svg></div>`,
    lines: ['clickable [ref]', '  clickable [ref]', '  clickable [ref]'],
  },
  {
    name: 'a circle of a chart, by its title',
    html: '<svg width="100" height="50"><circle id="bob" cx="25" cy="25" r="20"><title>Bob</title></circle></svg>',
    listeners: ['#bob'],
    lines: ['clickable "Bob" [ref]'],
  },
];
