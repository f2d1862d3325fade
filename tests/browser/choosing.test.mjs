// Choosing numbers, by mouse, touch and keys: what is shown is what the trace says.

import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {asShown, at, launch, open, pageOf, placesOf, shownIn, stagesOf, traceOf, twoHeads} from './browser.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

function check(shown, stage, row, col, head) {
  const cell = stage.cells[row][col];
  const where = `${stage.id}[${row},${col}]`;
  assert.deepEqual(shown.chosen, [where]);
  assert.equal(shown.arithmetic, cell.arithmetic, where);
  assert.equal(shown.also, cell.also?.arithmetic ?? '', where);
  assert.equal(shown.value, stage.editable ? stage.values[row][col] : asShown(stage.values[row][col]), where);
  assert.deepEqual(shown.outlined, placesOf(cell.operands, head), where);
  assert.deepEqual(shown.outlinedByFormula, placesOf(cell.also?.operands ?? [], head), where);
  for (const part of [stage.title, stage.rows.labels[row], asShown(stage.values[row][col]), cell.arithmetic])
    assert.ok(shown.announced.includes(part), `${where} announces ${shown.announced}, without ${part}`);
}

/** Every number, or one of each stage. */
async function checkNumbers(problem, all) {
  const trace = traceOf(problem);
  const page = await open(browser, pageOf(problem));
  for (const [v, variant] of trace.variants.entries())
    for (const h of variant.heads.keys()) {
      await page.locator(`label[for=variant${v}]`).click();
      if (variant.heads.length > 1) await page.locator(`label[for=head${h}]`).click();
      for (const stage of stagesOf(variant, h))
        for (const row of all ? stage.rows.labels.keys() : [stage.rows.extent - 1])
          for (const col of all ? stage.cols.labels.keys() : [stage.cols.extent - 1]) {
            await at(page, stage.id, row, col).click();
            check(await shownIn(page), stage, row, col, h);
          }
    }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

describe('a number chosen by mouse is shown as it was made', () => {
  test("of the article's example", () => checkNumbers(null, true));
  test('of two heads', () => checkNumbers(twoHeads, false));
});

test('every stage has its type, its axes and its labels', async () => {
  const page = await open(browser, pageOf(null));
  for (const stage of stagesOf(traceOf(null).variants[0], 0)) {
    const figure = page.locator(`figure[data-stage=${stage.id}]`);
    assert.equal(await figure.locator('figcaption').textContent(), stage.type);
    assert.equal(await figure.locator('b').textContent(), stage.symbol);
    assert.deepEqual(await figure.locator('th[scope=row]').allTextContents(), stage.rows.labels);
    const heads = await figure.locator('thead th').allTextContents();
    assert.deepEqual(heads.slice(0, 2), [stage.rows.axis, stage.cols.axis]);
    if (stage.cols.extent > 1) assert.deepEqual(heads.slice(2), stage.cols.labels);
  }
});

test("a token's row is level in matrices side by side", async () => {
  const page = await open(browser, pageOf(null));
  const top = async (stage) => (await at(page, stage, 2, 0).boundingBox()).y;
  const expected = await top('raw');
  for (const stage of ['scaled', 'largest', 'exponentials']) assert.ok(Math.abs(await top(stage) - expected) < 1, stage);
});

test('keys move within a matrix, over its edge, and from matrix to matrix', async () => {
  const page = await open(browser, pageOf(null), {hash: '#cell=raw.1.1'});
  const press = async (key, expected) => {
    await page.keyboard.press(key);
    const {chosen} = await shownIn(page);
    assert.deepEqual(chosen, [expected], key);
    const focused = await page.evaluate(() => {
      const {stage, row, col} = document.activeElement.dataset;
      return `${stage}[${row},${col}]`;
    });
    assert.equal(focused, expected, key);
  };
  await at(page, 'raw', 1, 1).focus();
  await press('ArrowDown', 'raw[2,1]');
  await press('ArrowRight', 'raw[2,2]');
  await press('ArrowRight', 'scaled[2,0]');
  await press('ArrowLeft', 'raw[2,2]');
  await press('Home', 'raw[2,0]');
  await press('ArrowLeft', 'q[2,1]');
  await press('ArrowDown', 'k[0,1]');
  await press('Home', 'k[0,0]');
  await press('End', 'k[0,1]');
  await press('ArrowUp', 'q[2,1]');
  await at(page, 'x', 0, 0).click();
  const ids = traceOf(null).variants[0].heads[0].stages.map(({id}) => id);
  for (const id of ids.slice(1)) await press('PageDown', `${id}[0,0]`);
  for (const id of ids.toReversed().slice(1)) await press('PageUp', `${id}[0,0]`);
});

test('one Tab reaches the chosen number, and only that', async () => {
  const page = await open(browser, pageOf(null));
  assert.equal(await page.locator('#flow [tabindex="0"]').count(), 1);
  await page.locator('#row0').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-selected')), 'true');
});

test('an operand leads to its number, also in another head', async () => {
  const page = await open(browser, pageOf(twoHeads), {hash: '#cell=joined.1.3'});
  await page.locator('#panel .operands button').click();
  assert.deepEqual((await shownIn(page)).chosen, ['output[1,1]']);
  assert.ok(await page.locator('#head1').isChecked());
});

test('a number that is pointed at is shown until the mouse leaves', async () => {
  const page = await open(browser, pageOf(null));
  await at(page, 'weights', 0, 0).click();
  const {variants} = traceOf(null);
  const stage = variants[0].heads[0].stages.find(({id}) => id === 'raw');
  await at(page, 'raw', 2, 0).hover();
  const pointed = await shownIn(page);
  assert.equal(pointed.arithmetic, stage.cells[2][0].arithmetic);
  assert.deepEqual(pointed.chosen, ['weights[0,0]']);
  assert.ok(pointed.announced.startsWith('weights'));
  await page.locator('h1').hover();
  assert.notEqual((await shownIn(page)).arithmetic, pointed.arithmetic);
});

test('a finger chooses', async () => {
  const page = await open(browser, pageOf(null), {viewport: {width: 375, height: 812}, hasTouch: true, isMobile: true});
  await at(page, 'weights', 2, 0).scrollIntoViewIfNeeded();
  await at(page, 'weights', 2, 0).tap();
  assert.deepEqual((await shownIn(page)).chosen, ['weights[2,0]']);
});

test("a token's row is written down, line by line", async () => {
  const page = await open(browser, pageOf(null));
  await page.locator('label[for=row3]').click();
  const {stages} = traceOf(null).variants[0].heads[0];
  const expected = stages.filter(({rows}) => rows.labels.includes('fish')).flatMap((stage) => stage.cells[2]
    .map((cell, col) => (cell.operands.length > 0 ? cell.arithmetic : stage.values[2][col])));
  const lines = page.locator('.lines button > :last-child');
  assert.deepEqual(await lines.allTextContents(), expected);
  await page.locator('label[for=row1]').click();
  assert.deepEqual((await shownIn(page)).chosen, ['output[0,0]']);
  await page.locator('label[for=row3]').click();
  await at(page, 'raw', 2, 0).click();
  await page.keyboard.press('ArrowDown');
  assert.deepEqual((await shownIn(page)).chosen, ['raw[2,1]']);
});

test('where the article is wrong, the page says so at the number', async () => {
  const {notes} = traceOf(null);
  const page = await open(browser, pageOf(null));
  for (const {stage, cells, text} of notes)
    for (const [row, col] of cells) {
      await at(page, stage, row, col).click();
      const shown = await shownIn(page);
      assert.equal(shown.note, text);
      assert.ok(shown.announced.includes(text));
      assert.ok(await at(page, stage, row, col).evaluate((cell) => cell.classList.contains('noted')));
    }
  assert.ok(notes.length > 0);
});

test('switches are there where there is something to choose', async () => {
  const page = await open(browser, pageOf(null));
  assert.equal(await page.locator('#head0').count(), 0);
  assert.equal(await page.locator('#variant1').count(), 1);
  const several = await open(browser, pageOf(twoHeads));
  assert.equal(await several.locator('#head1').count(), 1);
});

test('switches keep the focus, and the row that is followed', async () => {
  const page = await open(browser, pageOf(null), {hash: '#variant=1&row=1&cell=masked.1.0'});
  await page.locator('#variant1').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'variant0');
  assert.ok(await page.locator('#row2').isChecked());
  assert.deepEqual((await shownIn(page)).chosen, ['output[1,0]']);
});

test('an address leads to a number', async () => {
  const page = await open(browser, pageOf(twoHeads), {hash: '#variant=1&head=1&cell=raw.2.1'});
  const {variants} = traceOf(twoHeads);
  const stage = variants[1].heads[1].stages.find(({id}) => id === 'raw');
  check(await shownIn(page), stage, 2, 1, 1);
  await page.locator('label[for=variant0]').click();
  assert.equal(new URL(page.url()).hash, '#head=1&cell=raw.2.1');
  const wrong = await open(browser, pageOf(null), {hash: '#variant=7&head=-1&row=x&cell=no.9.9'});
  assert.deepEqual((await shownIn(wrong)).chosen.length, 1);
  assert.deepEqual(wrong.complaints, []);
});
