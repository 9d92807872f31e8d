// Pointers: the frame of a picture, cells and rulers. A drag that leaves the page does not stick.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { field, read, STATES, show } from '../bench.js';
import { usePage } from '../page.js';

describe('what is dragged', () => {
  const place = usePage();

  /** @returns the place of a pixel of the picture on the screen */
  async function pixel(/** @type {number} */ y, /** @type {number} */ x) {
    const box = await place.page.locator('.framed canvas').boundingBox();
    assert.ok(box);
    return /** @type {const} */ ([
      box.x + ((x + 0.5) * box.width) / 720,
      box.y + ((y + 0.5) * box.height) / 480,
    ]);
  }

  const slice = async () => (await read(place.page)).values.s;

  async function drag(/** @type {number[]} */ from, /** @type {number[]} */ to) {
    await place.page.mouse.move(...(await pixel(from[0], from[1])));
    await place.page.mouse.down();
    await place.page.mouse.move(...(await pixel(to[0], to[1])), { steps: 4 });
    await place.page.mouse.up();
  }

  beforeEach(() => place.show(''));

  it('moves the frame from inside', async () => {
    await drag([240, 430], [260, 400]);
    assert.equal(await slice(), '116:404, 222:582');
  });

  it('resizes it at corners and edges, and draws a new one outside', async () => {
    await drag([96, 252], [120, 300]);
    assert.match(await slice(), /^1(19|20|21):384, (299|300|301):612$/);
    await drag([20, 20], [80, 110]);
    assert.equal(await slice(), '20:81, 20:111');
  });

  it('draws a new one inside if it is around the whole picture', async () => {
    for (const whole of [':,:', '::-2', ':,::-1']) {
      await show(place.page, `op=Slice&on=picture&s=${whole}`);
      await drag([120, 200], [220, 300]);
      const [rows, columns] = (await slice()).split(', ');
      assert.match(rows, whole === '::-2' ? /^2(19|20):(119|118|120)?:-2$/ : /^120:221$/);
      assert.match(columns, whole === ':,::-1' ? /^300:199:-1$/ : /^200:301$/);
    }
  });

  it('keeps a step, and the axes that are not dragged', async () => {
    await show(place.page, 'op=Slice&on=picture&s=96:384:2,252:612,:3');
    await drag([240, 430], [250, 430]);
    assert.equal(await slice(), '106:393:2, 252:612, :3');
  });

  it('ends where the button is released outside of the page, or was before', async () => {
    const [x, y] = await pixel(240, 430);
    await place.page.mouse.move(x, y);
    await place.page.mouse.down();
    await place.page.mouse.move(x + 10, y, { steps: 2 });
    await place.page.mouse.move(1279, 899, { steps: 2 });
    const far = await slice();
    await place.page.mouse.up();
    await place.page.mouse.move(x, y);
    await place.page.mouse.move(x - 30, y - 30);
    assert.equal(await slice(), far, 'nothing sticks');
    // The release is lost, as when a dialog opens: the next move says that no button is pressed.
    await place.page.locator('.framed').evaluate(
      (pic, [px, py]) => {
        const send = (/** @type {string} */ type, /** @type {number} */ at, /** @type {number} */ buttons) =>
          pic.dispatchEvent(
            new PointerEvent(type, {
              pointerId: 1,
              clientX: at,
              clientY: py,
              buttons,
              button: 0,
              bubbles: true,
              pointerType: 'mouse',
            }),
          );
        pic.setPointerCapture = () => {};
        send('pointerdown', px, 1);
        send('pointermove', px + 5, 0);
        send('pointermove', px + 60, 1);
      },
      [x, y],
    );
    assert.equal(await slice(), far);
  });

  it('is cancelled by Escape', async () => {
    const before = await slice();
    await place.page.mouse.move(...(await pixel(240, 430)));
    await place.page.mouse.down();
    await place.page.mouse.move(...(await pixel(260, 300)), { steps: 3 });
    assert.notEqual(await slice(), before);
    await place.page.keyboard.press('Escape');
    await place.page.mouse.up();
    assert.equal((await slice()).replaceAll(' ', ''), before.replaceAll(' ', ''));
  });

  it('follows arrow keys: 1, with Shift 10, with Alt the size', async () => {
    await place.page.locator('.framed').focus();
    await place.page.keyboard.press('ArrowDown');
    await place.page.keyboard.press('Shift+ArrowRight');
    await place.page.keyboard.press('Alt+ArrowLeft');
    assert.equal(await slice(), '97:385, 262:621');
  });

  it('is one step back in the history', async () => {
    await drag([240, 430], [260, 400]);
    await place.page.goBack();
    assert.equal((await slice()).replaceAll(' ', ''), '96:384,252:612');
  });

  it('takes cells, also from the other end, and edits one', async () => {
    await show(place.page, STATES.cells);
    const cell = (/** @type {number} */ k) => place.page.locator(`[data-grid=in0][data-k="${k}"]`);
    await cell(71).hover();
    await place.page.mouse.down();
    await cell(58).hover();
    await place.page.mouse.up();
    assert.equal(await slice(), '3:4, 1:, 1:');
    await cell(58).dblclick();
    await place.page.keyboard.type('-7.5');
    await place.page.keyboard.press('Enter');
    const { cells, code } = await read(place.page);
    assert.equal(cells[0][0], '-7.5');
    assert.match(code, /-7\.5/);
  });

  it('rings the twin of a cell', async () => {
    await show(place.page, STATES.cells);
    await place.page.locator('[data-grid=in0][data-k="27"]').hover();
    const texts = await place.page.locator('.twin').allTextContents();
    assert.deepEqual(texts, ['27', '27']);
    assert.match(
      (await place.page.locator('#stage .facts').textContent()) ?? '',
      /\[1, 3, 0\] → \[0, 1, 0\]: 27/,
    );
  });

  it('moves the ends of a ruler', async () => {
    await show(place.page, STATES.large);
    const thumb = place.page.getByRole('slider', { name: 'end of axis 2' });
    await thumb.focus();
    await place.page.keyboard.press('ArrowLeft');
    await place.page.keyboard.press('Shift+ArrowLeft');
    assert.equal(await slice(), '1:6:2, ::-3, 5:989');
    const box = await place.page.getByRole('slider', { name: 'begin of axis 2' }).boundingBox();
    assert.ok(box);
    await place.page.mouse.move(box.x + 6, box.y + 10);
    await place.page.mouse.down();
    await place.page.mouse.move(box.x + 150, box.y + 10, { steps: 4 });
    await place.page.mouse.up();
    assert.match(await slice(), /^1:6:2, ::-3, (2[5-9]\d|3[0-4]\d):989$/);
  });

  it('moves where the pieces of a split meet, in the picture and on a ruler', async () => {
    const split = async () => (await read(place.page)).values.split;
    /** @param {string} name @param {number} right */
    const pull = async (name, right) => {
      const box = await place.page.getByRole('slider', { name }).boundingBox();
      assert.ok(box);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await place.page.mouse.move(x, y);
      await place.page.mouse.down();
      await place.page.mouse.move(x + right, y, { steps: 3 });
      await place.page.mouse.up();
    };
    await show(place.page, 'op=Split&on=picture&axis=1&num_outputs=3');
    await pull('end of piece A', 40);
    const [a, b, c] = (await split()).split(', ').map(Number);
    assert.ok(a > 280 && a + b === 480 && c === 240, `${a}, ${b}, ${c}`);
    await place.page.goBack();
    assert.equal((await read(place.page)).values.num_outputs, '3');
    await show(place.page, STATES.yolo);
    await pull('end of piece A', 100);
    assert.match((await read(place.page)).values.split_lengths, /^(1[5-9]|2\d), -1$/, 'the rest is the rest');
  });

  it('lets a click beside a field have its caret', async () => {
    const call = await place.page.locator('#call').boundingBox();
    assert.ok(call);
    await place.page.mouse.click(call.x + 12, call.y + 6);
    const caret = () =>
      place.page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).selectionStart);
    assert.equal(await caret(), 0);
    await place.page.mouse.click(call.x + 400, call.y + 50);
    assert.equal(await caret(), '96:384, 252:612'.length);
  });

  it('lets the call be changed by Alt and an arrow at a number', async () => {
    await field(place.page, 's').focus();
    await place.page.keyboard.press('Home');
    await place.page.keyboard.press('Alt+ArrowUp');
    await place.page.keyboard.press('Alt+Shift+ArrowDown');
    assert.equal(await slice(), '87:384, 252:612');
  });
});
