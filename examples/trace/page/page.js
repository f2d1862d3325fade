'use strict';
// The page of a trace: the stages of attention as matrices, each number with what made it.
// Where the library is there as WebAssembly, edited numbers go through it; this script computes nothing.

const byId = (id) => document.getElementById(id);
const recorded = JSON.parse(byId('trace').textContent);

const state = {trace: recorded, variant: 0, head: 0, row: null, chosen: null, edits: new Map()};
/** The element that shows a number, by the number's key. */
let shown = new Map();
let library = null;

// ---- The trace: stages by name, numbers by place --------------------------------------------------

const variantOf = () => state.trace.variants[state.variant];
const stagesHere = () => [...variantOf().heads[state.head].stages, ...variantOf().after];

/** A stage by its id, which is one of the shown head, one behind all heads, or "output@1": that of head 1. */
function stageOf(id, trace = state.trace) {
  const [name, head] = id.split('@');
  const {heads, after} = trace.variants[state.variant];
  const own = heads[head ?? state.head].stages.find((stage) => stage.id === name);
  return own ?? after.find((stage) => stage.id === name);
}

const keyOf = ({stage, row, col}) => `${stage}/${row}/${col}`;
const valueOf = ({stage, row, col}, trace = state.trace) => stageOf(stage, trace).values[row][col];
const madeOf = ({stage, row, col}) => stageOf(stage).cells[row][col];
const exists = (cell) => stageOf(cell.stage)?.values[cell.row]?.[cell.col] !== undefined;
const cellsOf = (operands) =>
  operands.flatMap(([stage, ...places]) => places.map(([row, col]) => ({stage, row, col})));
const alsoOf = (cell) => madeOf(cell).also ?? {operands: [], arithmetic: ''};
const isAt = (row, col) => (place) => place[0] === row && place[1] === col;
const noteOf = ({stage, row, col}) =>
  (state.trace.notes ?? []).find((note) => note.stage === stage && note.cells.some(isAt(row, col)));

const tokens = () => stageOf('x').rows.labels;
const isOfTokens = ({axis}) => ['Tokens', 'Query', 'Key'].includes(axis);

// ---- Numbers and formulas as text -----------------------------------------------------------------

const words = {nan: 'NaN', inf: '∞', '-inf': '−∞'};
const withMinus = (text) => text.replaceAll('-', '−');

/** Four digits, three where zeros lead, and zeros behind them only where there is more: 4 is four, 4.000 nearly. */
function short(text) {
  if (text === null) return '·';
  if (text in words) return words[text];
  const exact = Number(text);
  const size = Math.abs(exact);
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) return withMinus(exact.toExponential(2)).replace('e+', 'e');
  const rounded = exact.toPrecision(size < 1e-2 && size > 0 ? 3 : Math.max(4, Math.floor(Math.log10(size || 1)) + 1));
  return withMinus(Number(rounded) === exact ? String(exact) : rounded);
}

const exactly = (text) => (text === null ? 'hidden' : words[text] ?? withMinus(text));

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const unseen = (text) => element('span', {class: 'unseen'}, text);

/** Where the bracket that opens at a place is closed. */
function closing(text, open) {
  for (let at = open, depth = 0; at < text.length; ++at) {
    if (text[at] === '(') ++depth;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length - 1;
}

/** W_Q and e^(a − b) as one writes them by hand. The text that is copied or read aloud stays as it was. */
function typeset(text) {
  const result = document.createDocumentFragment();
  let from = 0;
  for (const {0: mark, index} of text.matchAll(/_[A-Za-z0-9]+|\^\(|\^[−-]?[\d.]+/g)) {
    if (index < from) continue;
    const bracket = mark === '^(';
    const end = bracket ? closing(text, index + 1) : index + mark.length;
    result.append(text.slice(from, index), unseen(bracket ? mark : mark[0]),
                  element(mark[0] === '_' ? 'sub' : 'sup', {}, typeset(text.slice(index + (bracket ? 2 : 1), end))));
    if (bracket) result.append(unseen(')'));
    from = end + (bracket ? 1 : 0);
  }
  result.append(text.slice(from));
  return result;
}

/** A C++ type that breaks between its arguments and nowhere else. */
function brokenType(type) {
  const parts = type.split(/(?<=, )/);
  return parts.flatMap((part, n) => [element('span', {class: 'whole'}, part.trimEnd()),
                                     ...(n + 1 < parts.length ? [' '] : [])]);
}

const isSole = (axis) => axis.extent === 1 && axis.labels[0] === '1';
const placeOf = ({stage, row, col}) => {
  const {rows, cols} = stageOf(stage);
  return isSole(cols) ? rows.labels[row] : `${rows.labels[row]}, ${cols.labels[col]}`;
};
const headOf = (id) => (id.includes('@') ? `head ${Number(id.split('@')[1]) + 1}: ` : '');

// ---- Stages in the order of the article -----------------------------------------------------------

const articleSteps = {
  'Step 0': 'what goes in',
  'Step 1': 'queries, keys, values',
  'Step 2': 'dot products',
  'Step 3': 'scaling',
  'Step 4': 'softmax',
  'Step 5': 'weighted sum',
};

/** Stages by step; one that names no step stays with those before it. */
function sections() {
  const result = [];
  for (const stage of variantOf().heads[state.head].stages) {
    if (result.length === 0 || (stage.step && stage.step !== result.at(-1).step))
      result.push({step: stage.step, title: articleSteps[stage.step] ?? '', stages: []});
    result.at(-1).stages.push(stage);
  }
  const {after} = variantOf();
  if (after.length > 0) result.push({step: 'All heads', title: 'side by side, and mixed', stages: after});
  return result;
}

/** The chosen number's like in the followed token's row; where it has none, the output's. */
function follow(row) {
  state.row = row;
  if (row === null) return;
  const cell = isOfTokens(stageOf(state.chosen.stage).rows) ? state.chosen : lastOutput();
  state.chosen = {...cell, row};
}

/** Columns of stages: each behind those that it is made of. */
function placed(stages) {
  const column = new Map();
  const heights = [];
  return stages.map((stage) => {
    const sources = new Set(stage.cells.flat().flatMap(({operands}) => operands.map(([id]) => id)));
    const behind = [...sources].filter((id) => column.has(id)).map((id) => column.get(id) + 1);
    const col = Math.max(0, ...behind);
    column.set(stage.id, col);
    heights[col] = (heights[col] ?? 0) + 1;
    return {stage, col: col + 1, row: heights[col]};
  });
}

// ---- Drawing: matrices ----------------------------------------------------------------------------

function largestSize(stage) {
  const sizes = stage.values.flat().map((text) => Math.abs(Number(text))).filter(Number.isFinite);
  return Math.max(...sizes, Number.MIN_VALUE);
}

function remember(cell, where) {
  shown.set(keyOf(cell), where);
  where.dataset.stage = cell.stage;
  where.dataset.row = cell.row;
  where.dataset.col = cell.col;
  return where;
}

function drawCell(stage, row, col, largest) {
  const text = stage.values[row][col];
  const cell = {stage: stage.id, row, col};
  const tint = text === null || !Number.isFinite(Number(text)) ? 0 : Number(text) / largest;
  const made = element('td', {role: 'gridcell', tabindex: -1, 'aria-selected': 'false',
                              style: `--tint:${Math.abs(tint).toFixed(3)}`});
  made.classList.toggle('negative', tint < 0);
  made.classList.toggle('hidden', text === null);
  made.classList.toggle('noted', noteOf(cell) !== undefined);
  made.classList.toggle('edited', state.edits.has(editKey(cell)));
  made.append(text === null ? element('span', {'aria-label': 'hidden by the mask'}, '·') : short(text));
  return remember(cell, made);
}

function drawTable(stage) {
  const {rows, cols} = stage;
  const largest = largestSize(stage);
  const [height, span, alone] = isSole(cols) ? [1, 'col', 'alone'] : [2, 'colgroup', ''];
  const head = element('thead', {}, element('tr', {},
    element('th', {scope: 'col', rowspan: height, class: `axis corner ${alone}`}, rows.axis),
    element('th', {scope: span, colspan: cols.extent, class: `axis ${alone}`}, cols.axis)));
  if (!isSole(cols))
    head.append(element('tr', {}, ...cols.labels.map((label) => element('th', {scope: 'col'}, label))));
  const body = element('tbody', {}, ...rows.labels.map((label, row) =>
    element('tr', {}, element('th', {scope: 'row'}, label),
            ...cols.labels.map((_, col) => drawCell(stage, row, col, largest)))));
  const name = `${stage.title}, ${rows.extent} by ${cols.extent}`;
  return element('table', {role: 'grid', 'aria-label': name}, head, body);
}

const formulaOf = ({editable, formula, symbol}) =>
  (editable ? 'given' : typeset(formula === symbol ? '' : formula));

function drawStage({stage, row = 'auto', col = 'auto'}) {
  return element('figure', {'data-stage': stage.id, style: `--row:${row};--col:${col}`},
    element('div', {class: 'name'}, element('b', {}, typeset(stage.symbol)), ' ', stage.title),
    element('div', {class: 'formula'}, formulaOf(stage)),
    element('div', {class: 'scroll'}, drawTable(stage)),
    element('figcaption', {}, element('code', {}, ...brokenType(stage.type))));
}

const heading = ({step, title}) =>
  element('h2', {}, element('span', {class: 'step'}, step), ' ', title);

function drawMatrices() {
  const all = sections();
  const split = all.findIndex(({stages}) => stages.some(({id}) => id === 'raw'));
  const before = all.slice(0, split).map((section) => element('section', {class: 'step_section'}, heading(section),
    element('div', {class: 'stages'}, ...placed(section.stages).map(drawStage))));
  const from = all.slice(split).flatMap((section) => section.stages.map((stage, n) => (n === 0
    ? element('section', {class: 'step_section'}, heading(section), drawStage({stage}))
    : element('div', {class: 'step_goes_on'}, drawStage({stage})))));
  return [element('div', {class: 'before_scores'}, ...before), element('div', {class: 'from_scores'}, ...from)];
}

// ---- Drawing: one token's row, as one writes it down ----------------------------------------------

function drawLine(stage, row, col) {
  const cell = {stage: stage.id, row, col};
  const text = stage.values[row][col];
  const how = stage.cells[row][col].operands.length > 0 || text === null ? typeset(madeOf(cell).arithmetic)
                                                                         : short(text);
  const line = element('button', {type: 'button', tabindex: -1, 'aria-pressed': 'false'},
    element('span', {class: 'which'}, isSole(stage.cols) ? '' : stage.cols.labels[col]), element('span', {}, how));
  line.classList.toggle('noted', noteOf(cell) !== undefined);
  return remember(cell, line);
}

function drawRow(stage, row) {
  const numbers = stage.values[row].map(short).join(', ');
  const result = isSole(stage.cols) ? numbers : `[${numbers}]`;
  return element('div', {class: 'written'},
    element('h3', {}, element('b', {}, typeset(stage.symbol)), `[${stage.rows.labels[row]}]`,
            element('span', {class: 'formula'}, ' ', formulaOf(stage)),
            element('span', {class: 'result'}, `= ${result}`)),
    element('div', {class: 'lines'}, ...stage.values[row].map((_, col) => drawLine(stage, row, col))));
}

function drawToken() {
  return [element('div', {class: 'paper'}, ...sections().flatMap((section) => {
    const stages = section.stages.filter(({rows}) => isOfTokens(rows));
    return stages.length === 0 ? [] : [element('section', {class: 'step_section'}, heading(section),
                                               ...stages.map((stage) => drawRow(stage, state.row)))];
  }))];
}

// ---- Drawing: the panel ---------------------------------------------------------------------------

const isShare = ({stage}) => stage === 'weights' || stage.startsWith('weights@');

function operandGroup([id, ...places]) {
  const group = element('li', {},
    element('span', {class: 'operand_name'}, headOf(id), element('b', {}, typeset(stageOf(id).symbol))));
  for (const [row, col] of places) {
    const cell = {stage: id, row, col};
    const jump = element('button', {type: 'button', title: 'go to this number'},
      element('span', {class: 'which'}, placeOf(cell)), ' ', short(valueOf(cell)));
    jump.addEventListener('click', () => choose(cell, {focus: true}));
    group.append(' ', jump);
  }
  return group;
}

const operandList = (title, groups, kind) => (groups.length === 0 ? [] : [
  element('h2', {}, title), element('ul', {class: kind}, ...groups.map(operandGroup))]);

/** What a number goes into directly, grouped as operands are. */
function usesOf({stage: id, row, col}) {
  const uses = ({operands}) => operands.some(([stage, ...places]) =>
    stage === id && places.some(isAt(row, col)));
  return stagesHere().map((stage) => [stage.id, ...stage.cells.flatMap((line, i) =>
    line.flatMap((cell, j) => (uses(cell) ? [[i, j]] : [])))]).filter((group) => group.length > 1);
}

function editor(cell) {
  const before = valueOf(cell);
  const field = element('input', {id: 'edit', type: 'text', inputmode: 'decimal', autocomplete: 'off',
                                  spellcheck: 'false', 'aria-describedby': 'problem'});
  field.value = before;
  field.addEventListener('input', () => edit(cell, asNumber(field.value)));
  field.addEventListener('keydown', async (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') await edit(cell, before);
    focusOn(cell);
  });
  return element('div', {class: 'editor'}, element('label', {for: 'edit'}, 'Edit '), field,
                 element('span', {id: 'problem', role: 'alert'}));
}

function drawWhat(cell) {
  const stage = stageOf(cell.stage);
  const text = valueOf(cell);
  const share = isShare(cell) && text !== null ? ` = ${short(String(100 * Number(text)))} %` : '';
  return element('div', {class: 'what'},
    element('div', {class: 'name'},
      element('b', {}, headOf(cell.stage), typeset(stage.symbol), `[${placeOf(cell)}]`), ' ', stage.title),
    library !== null && stage.editable ? editor(cell)
      : element('div', {class: 'exact'}, exactly(text), element('span', {class: 'percent'}, share)));
}

function drawHow(cell) {
  const {arithmetic} = madeOf(cell);
  const also = alsoOf(cell).arithmetic;
  const note = noteOf(cell);
  const how = element('div', {class: 'how'}, element('p', {class: 'arithmetic'}, typeset(arithmetic)));
  if (also)
    how.append(element('p', {}, 'or, by the formula, ', element('span', {class: 'also_arithmetic'}, typeset(also))));
  if (note) how.append(element('p', {class: 'note'}, note.text));
  return how;
}

function drawFrom(cell) {
  const {operands} = madeOf(cell);
  const known = new Set(cellsOf(operands).map(keyOf));
  const also = alsoOf(cell).operands.filter((group) => !cellsOf([group]).every((one) => known.has(keyOf(one))));
  return element('div', {class: 'from'},
    ...operandList('made of', operands, 'operands'), ...operandList('by the formula', also, 'also_operands'),
    ...operandList('goes into', stageOf(cell.stage).editable ? usesOf(cell) : [], 'uses'));
}

function drawPanel(cell) {
  byId('panel').replaceChildren(drawWhat(cell), drawHow(cell), drawFrom(cell));
  byId('panel').scrollTop = 0;
}

// ---- Choosing -------------------------------------------------------------------------------------

function mark(cells, name) {
  for (const cell of cells) {
    const [stage, head] = cell.stage.split('@');
    if (head !== undefined && Number(head) !== state.head) continue;
    shown.get(keyOf({...cell, stage}))?.classList.add(name);
  }
}

function outline(cell) {
  for (const name of ['current', 'operand', 'also'])
    for (const old of document.querySelectorAll(`.${name}`)) old.classList.remove(name);
  mark([cell], 'current');
  mark(cellsOf(madeOf(cell).operands), 'operand');
  mark(cellsOf(alsoOf(cell).operands), 'also');
}

function markChosen() {
  for (const old of document.querySelectorAll('[aria-selected=true], [aria-pressed=true][data-stage]')) {
    old.setAttribute(old.hasAttribute('aria-selected') ? 'aria-selected' : 'aria-pressed', 'false');
    old.tabIndex = -1;
  }
  const here = shown.get(keyOf(state.chosen));
  here.setAttribute(here.hasAttribute('aria-selected') ? 'aria-selected' : 'aria-pressed', 'true');
  here.tabIndex = 0;
}

const focusOn = (cell) => shown.get(keyOf(cell))?.focus();

function announce(cell) {
  const stage = stageOf(cell.stage);
  const note = noteOf(cell)?.text ?? '';
  byId('announcer').textContent =
    `${stage.title}, ${placeOf(cell)}: ${exactly(valueOf(cell))}. ${madeOf(cell).arithmetic}. ${note}`;
}

function choose(cell, {focus = false} = {}) {
  const [stage, head] = cell.stage.split('@');
  if (head !== undefined) {
    state.head = Number(head);
    cell = {...cell, stage};
    draw();
  }
  if (state.row !== null && !shown.has(keyOf(cell))) {
    state.row = null;
    draw();
  }
  state.chosen = cell;
  markChosen();
  outline(cell);
  drawPanel(cell);
  leaveRoomForPanel();
  announce(cell);
  if (focus) focusOn(cell);
  writeAddress();
}

/** What has the focus is never under the panel. */
function leaveRoomForPanel() {
  const height = Math.ceil(byId('panel').getBoundingClientRect().height);
  document.documentElement.style.setProperty('--panel', `${height}px`);
}

function preview(cell) {
  outline(cell);
  drawPanel(cell);
}

// ---- Moving by keys -------------------------------------------------------------------------------

const clamp = (value, extent) => Math.min(value, extent - 1);
const inStage = (stage, row, col) =>
  ({stage: stage.id, row: clamp(row, stage.rows.extent), col: clamp(col, stage.cols.extent)});

function stageBeside({stage, row, col}, step) {
  const all = stagesHere();
  const next = all[all.findIndex(({id}) => id === stage) + step];
  return next ? inStage(next, row, col) : null;
}

/** The number next to this one in a direction in which its matrix ends, by where matrices are on the screen. */
function acrossTheEdge(cell, dx, dy) {
  const tables = [...document.querySelectorAll('#flow table')];
  const stageAt = (table) => table.closest('figure').dataset.stage;
  const own = tables.find((table) => stageAt(table) === cell.stage);
  const from = own.getBoundingClientRect();
  const [start, end, low, high] = dx ? ['left', 'right', 'top', 'bottom'] : ['top', 'bottom', 'left', 'right'];
  const forward = dx + dy > 0;
  const beside = tables.filter((table) => table !== own).map((table) => ({table, box: table.getBoundingClientRect()}))
    .filter(({box}) => box[low] < from[high] && box[high] > from[low])
    .map(({table, box}) => ({table, gap: forward ? box[start] - from[end] : from[start] - box[end]}))
    .filter(({gap}) => gap >= 0).sort((a, b) => a.gap - b.gap);
  if (beside.length === 0) return dx ? stageBeside({...cell, col: dx > 0 ? 0 : Infinity}, dx) : null;
  const next = stageOf(stageAt(beside[0].table));
  return dx ? inStage(next, cell.row, dx > 0 ? 0 : Infinity) : inStage(next, dy > 0 ? 0 : Infinity, cell.col);
}

function moved(cell, dx, dy) {
  const next = {...cell, row: cell.row + dy, col: cell.col + dx};
  if (next.row >= 0 && next.col >= 0 && exists(next)) return next;
  return acrossTheEdge(cell, dx, dy);
}

const directions = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

function nextByKey(cell, key) {
  if (key in directions) return moved(cell, ...directions[key]);
  if (key === 'PageUp') return stageBeside(cell, -1);
  if (key === 'PageDown') return stageBeside(cell, 1);
  if (key === 'Home') return {...cell, col: 0};
  if (key === 'End') return {...cell, col: stageOf(cell.stage).cols.extent - 1};
  return null;
}

/** In a token's row the lines are one below the other. */
function nextLine(key) {
  const lines = [...document.querySelectorAll('.lines button')];
  const step = {ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1}[key];
  const next = step && lines[lines.indexOf(document.activeElement) + step];
  return next ? cellAt(next) : null;
}

const cellAt = ({dataset}) => ({stage: dataset.stage, row: Number(dataset.row), col: Number(dataset.col)});
const cellOf = (event) => {
  const where = event.target.closest('td[data-stage], button[data-stage]');
  return where ? cellAt(where) : null;
};

function onKey(event) {
  const cell = cellOf(event);
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    choose(cell);
    byId('edit')?.select();
    return;
  }
  const next = state.row === null ? nextByKey(cell, event.key) : nextLine(event.key);
  if (!next) return;
  event.preventDefault();
  choose(next, {focus: true});
}

// ---- Switches -------------------------------------------------------------------------------------

function switchOf(name, title, options, value, take) {
  const group = element('fieldset', {}, element('legend', {}, title));
  options.forEach(({label, is}, n) => {
    const radio = element('input', {type: 'radio', name, id: `${name}${n}`, value: n});
    radio.checked = is === value;
    radio.addEventListener('change', () => {
      take(is);
      drawAndChoose();
      byId(`${name}${n}`).focus();  // a new one
    });
    group.append(radio, element('label', {for: `${name}${n}`}, label));
  });
  return group;
}

const numbered = (all) => all.map(({name}, n) => ({label: name, is: n}));

function drawSwitches() {
  const {variants} = state.trace;
  const {heads} = variantOf();
  const form = byId('switches');
  const rows = [{label: 'all', is: null}, ...tokens().map((label, n) => ({label, is: n}))];
  form.replaceChildren(switchOf('row', 'Rows', rows, state.row, follow));
  const takenAs = (name) => (value) => { state[name] = value; };
  if (heads.length > 1) form.prepend(switchOf('head', 'Head', numbered(heads), state.head, takenAs('head')));
  if (variants.length > 1)
    form.prepend(switchOf('variant', 'Mask', numbered(variants), state.variant, takenAs('variant')));
  if (state.edits.size > 0) {
    const reset = element('button', {type: 'button', id: 'reset'}, 'Reset');
    reset.addEventListener('click', () => {
      state.edits.clear();
      state.trace = recorded;
      drawAndChoose({focus: true});
    });
    form.append(reset);
  }
}

// ---- Live: the library as WebAssembly -------------------------------------------------------------

/** What was edited, in all variants. X and what is behind the heads belong to no head. */
function editKey(cell) {
  const isShared = cell.stage === 'x' || variantOf().after.some(({id}) => id === cell.stage);
  return `${isShared ? '' : state.head}/${keyOf(cell)}`;
}

/** What is typed, as JSON would have it: -0.5 for −.5, 2 for "2.", 1.5 for 1,5. */
const asNumber = (typed) =>
  typed.trim().replace('−', '-').replace(',', '.').replace(/^\+/, '').replace(/^(-?)\./, '$10.').replace(/\.$/, '');

const isNumber = (text) => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));

/** The given numbers of some stages as they stand, with the edits. */
function given(stages, head) {
  const now = (stage, row, col, text) => state.edits.get(`${head}/${keyOf({stage, row, col})}`) ?? text;
  return Object.fromEntries(stages.filter(({editable}) => editable).map(({id, values}) =>
    [id, values.map((line, row) => line.map((text, col) => now(id, row, col, text)))]));
}

/** What the program is asked, as it would be by a file. */
function question() {
  const {heads, after, mask} = recorded.variants[0];
  const isX = ({id}) => id === 'x';
  return {source: recorded.source, tokens: tokens(), mask: mask ?? 'none',
          ...given(heads[0].stages.filter(isX), ''), ...given(after, ''),
          heads: heads.map(({stages}, head) => given(stages.filter((stage) => !isX(stage)), head))};
}

async function start(bytes) {
  const module = await WebAssembly.compile(bytes);
  // The library asks the system for nothing; what its C library would ask is refused.
  const imports = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 52;
  return async () => {
    const {exports} = await WebAssembly.instantiate(module, imports);
    exports._initialize?.();
    return exports;
  };
}

function ask({exports}, text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > exports.input_capacity()) return {error: 'This is more than the library was given room for.'};
  new Uint8Array(exports.memory.buffer, exports.input(), bytes.length).set(bytes);
  const length = exports.trace(bytes.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output(), length)));
}

async function recompute() {
  if (state.edits.size === 0) {
    state.trace = recorded;
    return '';
  }
  try {
    const answer = ask(library, JSON.stringify(question()));
    if (answer.error) return answer.error;
    state.trace = answer;
    return '';
  } catch {
    library.exports = await library.fresh();  // what has trapped is not to be trusted
    return 'The library refused these numbers.';
  }
}

/** Takes a number and computes everything anew, or says why not. */
async function take(cell, text) {
  if (!isNumber(text)) return 'This is no finite number.';
  const before = new Map(state.edits);
  state.edits.set(editKey(cell), text);
  if (text === valueOf(cell, recorded)) state.edits.delete(editKey(cell));
  const problem = await recompute();
  if (problem) state.edits = before;
  return problem;
}

async function edit(cell, text) {
  const problem = await take(cell, text);
  byId('problem').textContent = problem;
  byId('edit').setAttribute('aria-invalid', problem !== '');
  if (problem) return;
  draw();
  markChosen();
  outline(cell);
  announce(cell);
  byId('panel').querySelector('.from').replaceWith(drawFrom(cell));
}

async function goLive() {
  const packed = byId('live').textContent.trim();
  if (!packed) return;
  try {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const plain = new Response(bytes).body.pipeThrough(new DecompressionStream('gzip'));
    const fresh = await start(await new Response(plain).arrayBuffer());
    library = {fresh, exports: await fresh()};
  } catch (error) {
    console.warn('The library does not run here:', error);
  }
}

function drawStatus() {
  const edited = state.edits.size > 0 ? ', edited' : '';
  byId('source').textContent = `Trace of ${recorded.source}${edited}, in ${recorded.element}.`;
  byId('status').textContent = library
    ? 'Live: the library runs in this page and computes what you edit.' : 'Recorded numbers only.';
  byId('edit_hint').hidden = library === null;
}

// ---- The whole ------------------------------------------------------------------------------------

/** A matrix that is wider than the screen can be scrolled without a mouse. */
function letKeysScroll() {
  for (const region of document.querySelectorAll('.scroll'))
    region.tabIndex = region.scrollWidth > region.clientWidth ? 0 : -1;
}

function drawFlow() {
  shown = new Map();
  byId('flow').className = state.row === null ? 'matrices' : 'token';
  byId('flow').replaceChildren(...(state.row === null ? drawMatrices() : drawToken()));
}

function draw() {
  if (!exists(state.chosen)) state.chosen = lastOutput();
  drawFlow();
  drawSwitches();
  drawStatus();
}

function drawAndChoose(how) {
  draw();
  choose(state.chosen, how);
}

/** Where one looks first: the last token's output, or the followed one's. */
function lastOutput() {
  const stage = variantOf().heads[state.head].stages.at(-1);
  return {stage: stage.id, row: state.row ?? stage.rows.extent - 1, col: 0};
}

/** The address tells what is shown, so that one can link to a number. */
function writeAddress() {
  const {variant, head, row, chosen} = state;
  const parts = new URLSearchParams();
  if (variant) parts.set('variant', variant);
  if (head) parts.set('head', head);
  if (row !== null) parts.set('row', row);
  parts.set('cell', [chosen.stage, chosen.row, chosen.col].join('.'));
  history.replaceState(null, '', `#${parts}`);
}

function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const within = (name, all, otherwise) => (all[parts.get(name)] ? Number(parts.get(name)) : otherwise);
  state.variant = within('variant', state.trace.variants, 0);
  state.head = within('head', variantOf().heads, 0);
  const [stage = '', row, col] = (parts.get('cell') ?? '').split('.');
  const cell = {stage, row: Number(row), col: Number(col)};
  state.chosen = exists(cell) ? cell : lastOutput();
  follow(within('row', tokens(), null));
}

function listen() {
  const flow = byId('flow');
  const main = document.querySelector('main');
  flow.addEventListener('click', (event) => {
    const cell = cellOf(event);
    if (cell) choose(cell, {focus: true});
  });
  flow.addEventListener('keydown', onKey);
  flow.addEventListener('pointerover', (event) => {
    const cell = event.pointerType === 'mouse' && document.activeElement.id !== 'edit' && cellOf(event);
    if (cell) preview(cell);
  });
  main.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && document.activeElement.id !== 'edit') preview(state.chosen);
  });
  window.addEventListener('hashchange', () => {
    readAddress();
    drawAndChoose();
  });
  new ResizeObserver(leaveRoomForPanel).observe(byId('panel'));
  new ResizeObserver(letKeysScroll).observe(flow);
}

async function main() {
  readAddress();
  listen();
  await goLive();
  drawAndChoose();
  document.documentElement.dataset.ready = library ? 'live' : 'recorded';
}

main();
