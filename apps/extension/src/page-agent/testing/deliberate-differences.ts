/** Where the snapshot deliberately says something else than Chrome's tree, by the reason. */
export const deliberateDifferences: Readonly<Record<string, readonly string[]>> = {
  'Text is printed as text, in its sentence: a role for it would only take room.': [
    '<p>Text</p>',
    '<blockquote>Words</blockquote>',
    '<address>Street</address>',
    '<code>x = 1</code>',
    '<em>word</em>',
    '<strong>word</strong>',
    '<del>old</del>',
    '<ins>new</ins>',
    '<mark>word</mark>',
    '<sub>2</sub>',
    '<time datetime="2026-01-01">New Year</time>',
    '<abbr title="World Wide Web">WWW</abbr>',
  ],
  'The content follows on the same line or below, so it is neither name nor value.': [
    '<dl><dt data-this>Term</dt><dd>Meaning</dd></dl>',
    '<table><tr><th>a</th></tr><tr><td data-this>1</td></tr></table>',
    '<div role=treegrid aria-label=Files><div role=row data-this><div role=gridcell>a</div></div></div>',
    '<div role=textbox contenteditable aria-label=Editor>Text</div>',
    '<div role=combobox tabindex=0 aria-expanded=false aria-label=Age>Ten</div>',
    '<span id=f58>Age</span><div role=combobox tabindex=0 aria-expanded=false aria-labelledby="f58" data-this>Ten</div>',
  ],
  'An agent has to know that it can type there, or give a file.': [
    '<div contenteditable aria-label=Editor>Text</div>',
    '<input type=date aria-label=Day>',
    '<input type=time aria-label=Time>',
    '<input type=color aria-label=Colour>',
    '<input type=file aria-label=File>',
    '<label>Picture <input type=file data-this></label>',
  ],
  'The value is the one that a person reads.': [
    '<select multiple aria-label=Fruits><option selected>Apple<option>Pear</select>',
    '<meter aria-label=Disk value=0.4></meter>',
    '<div role=progressbar aria-label=Upload aria-valuenow=30 aria-valuetext="30 of 100"></div>',
  ],
  'Chrome describes what it plays, and there is nothing to play here.': [
    '<video controls aria-label=Film></video>',
    '<audio controls aria-label=Song></audio>',
  ],
};
