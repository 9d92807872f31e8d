// The worker of a panel of real data: holds what was taken, cuts it, and draws and writes what it cut. To add a kind, add a
// row to KINDS.

import { init } from '../../lib/index.ts';
import type { Message, Tell } from '../background/helper.ts';
import { Moved, serve } from '../background/serve.ts';
import { type Cut, cutOnce, type Made } from './cut.ts';
import type { Held } from './held.ts';
import * as image from './image/held.ts';
import * as sound from './sound/held.ts';
import * as tensor from './tensor/held.ts';

/** For the page, which `data` is transferred to. */
type Drawn = { data?: ArrayBufferView; [drawn: string]: Message };

interface Kind {
  read: (taken: Message, tell: Tell) => Held | Promise<Held>;
  drawWhole?: (held: Held) => Drawn; // what is cut, if the page shows it
  draw: (made: Made) => Drawn; // an output
  formats: Record<string, (made: Made, held: Held) => Blob | Promise<Blob>>;
}

const KINDS: Record<string, Kind> = { image, sound, tensor };

let kind: Kind;
let held: Held & { id: number };

serve({
  holds: (id) => held?.id === id,
  async hold({ kind: name, id, ...taken }, tell) {
    await init();
    kind = KINDS[name];
    if (held?.id !== id) held = { id, ...(await kind.read(taken, tell)) };
    const whole = kind.drawWhole?.(held) ?? {};
    return new Moved({ ...held.about, ...whole }, buffersOf([whole]));
  },
  async cut(asked, tell) {
    const made = await make(asked, tell);
    const parts = made.map((each) => ({ dims: each.dims, type: each.type, ...kind.draw(each) }));
    return new Moved(parts, buffersOf(parts));
  },
  cost: (spec) => held.cost?.(spec),
  async write({ index, format, ...asked }, tell) {
    return kind.formats[format]((await make(asked, tell))[index], held);
  },
});

async function make({ spec, cut }: { spec: string; cut: Cut }, tell: Tell): Promise<Made[]> {
  const { source, fetch } = held;
  if (source) return cutOnce(source, cut);
  return fetch ? [await fetch(spec, tell)] : [];
}

const buffersOf = (drawn: readonly Drawn[]) => drawn.flatMap(({ data }) => (data ? [data.buffer] : []));
