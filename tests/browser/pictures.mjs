// The README's pictures: node pictures.mjs FOLDER, as scripts/screenshots calls it.

import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {launch, open, pageOf} from './browser.mjs';

const [folder] = process.argv.slice(2);
const browser = await launch();

for (const colorScheme of ['light', 'dark']) {
  const viewport = {width: 1440, height: 1000};
  const page = await open(browser, pageOf(null), {colorScheme, viewport, deviceScaleFactor: 1.5});
  await page.screenshot({path: join(folder, `trace_${colorScheme}.png`)});
}

/** What a terminal makes of text that has colours in it. */
function asTerminal(text) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const spans = escaped.replace(/\x1b\[([\d;]*)m/g, (_, codes) => {
    const colour = (kind) => codes.match(new RegExp(`\\b${kind};2;0*(\\d+);0*(\\d+);0*(\\d+)`))?.slice(1).join(' ');
    const [ink, ground] = [colour(38), colour(48)];
    if (!ink && !ground) return '</span>';
    return `<span style="${ink ? `color:rgb(${ink});` : ''}${ground ? `background:rgb(${ground})` : ''}">`;
  });
  // fmt sets the ink and the ground one after the other, and takes both back at once.
  return spans.replace(/(<span [^>]*)">(<span style=")/g, '$1;');
}

const command = ['--stage', 'weights'];
const heatMap = execFileSync(process.env.ATTEST_TRACE, [...command, '--colour', 'always'], {encoding: 'utf8'});
const terminal = await browser.newPage({deviceScaleFactor: 2});
await terminal.setContent(`<pre style="display: inline-block; margin: 0; padding: 14px 20px; background: #1d1f1b;
  color: #ecece4; font: 15px/1.45 ui-monospace, Menlo, 'Liberation Mono', monospace">$ scripts/trace ${command.join(' ')}
${asTerminal(heatMap.trimEnd())}</pre>`);
await terminal.locator('pre').screenshot({path: join(folder, 'heat_map.png')});

await browser.close();
