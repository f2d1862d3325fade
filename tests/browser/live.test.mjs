// Editing: the page's numbers have the bits of the native program's, given the same input.

import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {at, launch, open, pageOf, shownIn, traceOf, twoHeads, withoutLibrary} from './browser.mjs';

const {ATTEST_LIVE, ATTEST_FUSED} = process.env;
const noLibrary = ATTEST_LIVE !== '1' && 'the page was built without WebAssembly';
const otherBits = noLibrary || (ATTEST_FUSED === '1' && 'this program has fused multiply-adds, and WebAssembly has none');

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const article = {
  source: "the article's example",
  tokens: ['cat', 'eats', 'fish'],
  x: [[1, 2], [3, 1], [2, 4]],
  heads: [{w_q: [[1, 0], [0, 1]], w_k: [[1, 0], [0, 1]], w_v: [[0, 1], [1, 0]]}],
};

async function edit(page, stage, row, col, text) {
  await at(page, stage, row, col).click();
  await page.locator('#edit').fill(text);
}

/** Everything but what was said of the numbers as they were. */
const computed = (page) => page.evaluate('state.trace.variants');

describe('edited numbers', {skip: otherBits}, () => {
  test('give the bits of the native program', async () => {
    const page = await open(browser, pageOf(null));
    const problem = structuredClone(article);
    const edits = [['x', 2, 1, '0.1'], ['w_v', 0, 0, '-3.5e-7'], ['x', 0, 0, '100.25'], ['w_q', 1, 0, '1e-300']];
    for (const [stage, row, col, text] of edits) {
      await edit(page, stage, row, col, text);
      (stage === 'x' ? problem.x : problem.heads[0][stage])[row][col] = Number(text);
      assert.deepEqual(await computed(page), traceOf(problem).variants, text);
    }
    assert.deepEqual(page.complaints, []);
  });

  test('of one head leave the other as it was', async () => {
    const page = await open(browser, pageOf(twoHeads), {hash: '#head=1'});
    const problem = structuredClone(twoHeads);
    await edit(page, 'w_k', 3, 1, '0.3');
    problem.heads[1].w_k[3][1] = 0.3;
    assert.deepEqual(await computed(page), traceOf(problem).variants);
    await edit(page, 'w_o', 1, 2, '7');
    problem.w_o[1][2] = 7;
    await edit(page, 'x', 1, 3, '-0.7');
    problem.x[1][3] = -0.7;
    assert.deepEqual(await computed(page), traceOf(problem).variants);
  });

  test('stay in another variant and head', async () => {
    const page = await open(browser, pageOf(twoHeads));
    const problem = {...structuredClone(twoHeads), mask: 'none'};
    await page.locator('label[for=variant1]').click();
    await edit(page, 'w_q', 0, 0, '2.5');
    problem.heads[0].w_q[0][0] = 2.5;
    await page.locator('label[for=head1]').click();
    await page.locator('label[for=variant0]').click();
    assert.deepEqual(await computed(page), traceOf(problem).variants);
  });
});

describe('the editor', {skip: noLibrary}, () => {
  test('is reached by Enter, and left by it', async () => {
    const page = await open(browser, pageOf(null), {hash: '#cell=x.1.0'});
    await at(page, 'x', 1, 0).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('2.5');
    await page.keyboard.press('Enter');
    assert.equal(await at(page, 'x', 1, 0).textContent(), '2.5');
    assert.ok(await at(page, 'x', 1, 0).evaluate((cell) => cell === document.activeElement));
    assert.match(await page.locator('#source').textContent(), /edited/);
  });

  test('takes an edit back on Escape, and all of them on Reset', async () => {
    const page = await open(browser, pageOf(null));
    const recorded = await computed(page);
    await edit(page, 'x', 1, 0, '2.5');
    await page.keyboard.press('Escape');
    assert.deepEqual(await computed(page), recorded);
    assert.equal(await page.locator('#reset').count(), 0);
    await edit(page, 'x', 1, 0, '2.5');
    await edit(page, 'w_v', 1, 1, '2.5');
    assert.notDeepEqual(await computed(page), recorded);
    await page.locator('#reset').click();
    assert.deepEqual(await computed(page), recorded);
    assert.doesNotMatch(await page.locator('#source').textContent(), /edited/);
  });

  test('refuses what is no number, and what the library refuses, and goes on', async () => {
    const page = await open(browser, pageOf(null));
    const recorded = await computed(page);
    for (const text of ['', 'two', '1e999', '0x10', '1e300']) {
      await edit(page, 'x', 0, 1, text);
      assert.notEqual(await page.locator('#problem').textContent(), '', text);
      assert.equal(await page.locator('#edit').getAttribute('aria-invalid'), 'true', text);
      assert.deepEqual(await computed(page), recorded, text);
    }
    await page.locator('#edit').fill(',5');
    assert.equal(await page.locator('#problem').textContent(), '');
    assert.equal(await at(page, 'x', 0, 1).textContent(), '0.5');
  });

  test('is there for what is given, and for nothing else', async () => {
    const page = await open(browser, pageOf(null));
    for (const [stage, expected] of [['x', 1], ['w_q', 1], ['q', 0], ['output', 0]]) {
      await at(page, stage, 0, 0).click();
      assert.equal(await page.locator('#edit').count(), expected, stage);
    }
    assert.match(await page.locator('#status').textContent(), /^Live/);
  });
});

test('without the library the page has its recorded numbers, and says so', async () => {
  const page = await open(browser, withoutLibrary(pageOf(null)));
  assert.match(await page.locator('#status').textContent(), /^Recorded numbers only/);
  await at(page, 'x', 0, 0).click();
  assert.equal(await page.locator('#edit').count(), 0);
  assert.equal((await shownIn(page)).value, '1');
  assert.deepEqual(page.complaints, []);
});
