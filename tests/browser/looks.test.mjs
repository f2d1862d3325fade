// What everybody needs of the page: names and roles, contrast, and nothing wider than the screen.

import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {after, before, describe, test} from 'node:test';
import {at, launch, open, pageOf, twoHeads} from './browser.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core');

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const widths = [375, 1024, 1600];
const schemes = ['light', 'dark'];
const views = [['matrices', ''], ['a token', '#row=1'], ['a number to edit', '#cell=x.0.0'], ['causal', '#variant=1&cell=masked.0.2']];

async function violations(page) {
  await page.addScriptTag({path: axe});
  const {violations} = await page.evaluate(() => window.axe.run({resultTypes: ['violations']}));
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join('\n')}`);
}

/** The lowest contrast of any number with its tint, as the screen has them. */
const lowestContrast = (page) => page.evaluate(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrasts = [...document.querySelectorAll('td')].map((cell) => {
    const {color, backgroundColor} = getComputedStyle(cell);
    const [low, high] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
  return Math.min(...contrasts);
});

for (const colorScheme of schemes)
  for (const width of widths)
    describe(`${colorScheme}, ${width} px wide`, () => {
      for (const [view, hash] of views)
        test(`${view}: axe finds nothing, and nothing is wider than the screen`, async () => {
          const page = await open(browser, pageOf(twoHeads), {hash, colorScheme, viewport: {width, height: 900}});
          assert.deepEqual(await violations(page), []);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
          await page.context().close();
        });

      test('numbers can be read on every tint, and the focus is not below the panel', async () => {
        const page = await open(browser, pageOf(twoHeads), {colorScheme, viewport: {width, height: 900}});
        assert.ok(await lowestContrast(page) >= 4.5, String(await lowestContrast(page)));
        await at(page, 'x', 0, 0).focus();
        for (let n = 0; n < 17; ++n) {
          await page.keyboard.press('PageDown');
          const [bottom, top] = await page.evaluate(() => [document.activeElement.getBoundingClientRect().bottom,
                                                           document.getElementById('panel').getBoundingClientRect().top]);
          assert.ok(bottom <= top, `stage ${n}: ${bottom} is below ${top}`);
        }
      });
    });
