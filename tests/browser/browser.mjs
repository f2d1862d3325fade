// What the tests share: the program, the pages that it writes, and a browser that opens them.

import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const {ATTEST_TRACE: program, ATTEST_BROWSER: executablePath} = process.env;
const folder = mkdtempSync(join(tmpdir(), 'attest-browser-'));

/** Two heads of three tokens, with numbers that are not exact in binary. */
export const twoHeads = {
  source: 'two heads',
  tokens: ['The', 'cat', 'sat'],
  x: [[0.2, 0.5, 0.1, 0.7], [0.8, 0.3, 0.6, 0.2], [0.4, 0.9, 0.5, 0.1]],
  heads: [
    {w_q: [[0.1, -0.4], [0.7, 0.2], [-0.3, 0.9], [0.5, 0.6]],
     w_k: [[0.3, 0.8], [-0.6, 0.1], [0.2, -0.7], [0.9, 0.4]],
     w_v: [[1.1, -0.2], [0.4, 0.3], [-0.5, 0.8], [0.6, -0.9]]},
    {w_q: [[-0.7, 0.3], [0.2, 0.5], [0.8, -0.1], [0.4, -0.6]],
     w_k: [[0.5, -0.2], [0.9, 0.7], [-0.1, 0.3], [0.6, 0.8]],
     w_v: [[0.2, 0.9], [-0.8, 0.5], [0.7, 0.1], [-0.3, 0.4]]},
  ],
  w_o: [[0.5, -0.1, 0.3, 0.8], [0.2, 0.7, -0.6, 0.4], [-0.9, 0.6, 0.1, 0.2], [0.3, -0.5, 0.4, 0.7]],
};

let files = 0;
const newFile = (ending) => join(folder, `${++files}.${ending}`);

function inputOf(problem) {
  if (problem === null) return [];
  const file = newFile('json');
  writeFileSync(file, JSON.stringify(problem));
  return [file];
}

/** What the program writes of a problem; of the article's example for null. */
export const traceOf = (problem) =>
  JSON.parse(execFileSync(program, [...inputOf(problem), '--json'], {encoding: 'utf8', maxBuffer: 1 << 28}));

export function pageOf(problem) {
  const file = newFile('html');
  execFileSync(program, [...inputOf(problem), '--html', file]);
  return file;
}

/** The page as it is where there was no compiler for WebAssembly. */
export function withoutLibrary(file) {
  const plain = newFile('html');
  writeFileSync(plain, readFileSync(file, 'utf8').replace(/(<script[^>]*id="live">)[^<]*/, '$1'));
  return plain;
}

export const launch = () => chromium.launch({executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : []});

export const tall = {width: 1600, height: 2400};  // nothing is below the panel

/** A page that is ready; what it should never do is in `complaints`. */
export async function open(browser, file, {hash = '', viewport = tall, ...options} = {}) {
  const context = await browser.newContext({viewport, reducedMotion: 'reduce', ...options});
  const page = await context.newPage();
  page.setDefaultTimeout(300000);  // a busy machine is no fault of the page
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href + hash);
  await page.waitForSelector('[data-ready]');
  return Object.assign(page, {complaints});
}

export const stagesOf = (variant, head) => [...variant.heads[head].stages, ...variant.after];

/** The element that shows a number. */
export const at = (page, stage, row, col) =>
  page.locator(`#flow [data-stage="${stage}"][data-row="${row}"][data-col="${col}"]`);

/** What the page shows of the chosen number, as text. */
export const shownIn = (page) => page.evaluate(() => {
  const text = (selector) => document.querySelector(selector)?.textContent ?? '';
  const places = (selector) => [...document.querySelectorAll(selector)]
    .map(({dataset: {stage, row, col}}) => `${stage}[${row},${col}]`).sort();
  return {
    arithmetic: text('#panel .arithmetic'),
    also: text('#panel .also_arithmetic'),
    value: document.getElementById('edit')?.value ?? text('#panel .exact').replace(/ = .*/, ''),
    note: text('#panel .note'),
    announced: text('#announcer'),
    chosen: places('#flow [aria-selected=true], #flow [aria-pressed=true]'),
    outlined: places('#flow .operand'),
    outlinedByFormula: places('#flow .also'),
  };
});

/** The places that operands name and the shown head has. */
export const placesOf = (operands, head) => [...new Set(operands.flatMap(([id, ...places]) => {
  const [stage, of = head] = id.split('@');
  return Number(of) === head ? places.map(([row, col]) => `${stage}[${row},${col}]`) : [];
}))].sort();

export const asShown = (text) =>
  (text === null ? 'hidden' : {nan: 'NaN', inf: '∞', '-inf': '−∞'}[text] ?? text.replaceAll('-', '−'));
