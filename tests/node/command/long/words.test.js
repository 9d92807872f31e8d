// The command prints no character that moves a cursor, no secret, and one sentence for each mistake.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { safetensorsOf } from '../../../support/handmade.js';
import { serveFor } from '../../../support/range_server.js';
import { inShell, makeFolder, writeModel, writeStack } from '../run.js';

const folder = makeFolder();
const { run } = folder;

before(() => {
  writeStack(folder.file('stack.npy'));
  writeModel(folder.file('model.safetensors'));
});
after(() => folder.remove());

/** @param {Record<string, any>} header @param {number} length of the data */
function writeHeader(header, length) {
  writeFileSync(folder.file('x.safetensors'), safetensorsOf(header, length));
}

describe('characters', () => {
  const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;
  /** Of every kind that Unicode calls other, and separators of lines. */
  const hidden = fc.constantFrom(
    ...['\x1b', '\x07', '\x7f', '\x85', '\x9b', '\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff'],
    ...['\ue000', '\u0378', '\u{e0041}', '\u{10ffff}', '\u2028', '\u2029', '\n', '\r'],
  );
  const text = fc
    .array(fc.oneof(hidden, fc.constantFrom('a', 'é', '漢', '😀', '"', '\\', '.')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((characters) => characters.join(''));
  /** The lines of what was printed. @param {string | Buffer} printed */
  const linesOf = (printed) => {
    const lines = `${printed}`.split('\n');
    assert.equal(lines.pop(), '');
    for (const line of lines) assert.ok(!HIDDEN.test(line), JSON.stringify(line));
    return lines;
  };

  it('of tensors that are listed move no cursor, and JSON has the names', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), async (names) => {
        const known = (/** @type {number} */ i) => (i % 2 ? 'U8' : `F9${names[0]}`);
        const header = names.map((name, i) => [
          name,
          { dtype: known(i), shape: [1], data_offsets: [i, i + 1] },
        ]);
        writeHeader(Object.fromEntries(header), names.length);
        const table = await run('ls', 'x.safetensors');
        assert.equal(linesOf(table.out).length, names.length + 1);
        const json = await run('ls', '--json', 'x.safetensors');
        assert.equal(linesOf(json.out).length, names.length);
        const listed = JSON.parse(`${json.out}`).map((/** @type {any} */ { name }) => name);
        assert.deepEqual(new Set(listed), new Set(Object.keys(Object.fromEntries(header))));
        for (const name of names)
          if (!name.includes('/') && !name.startsWith('-')) {
            const { out, err } = await run('cut', 'stack.npy', ':', '-o', name, '--part', '0/2');
            if (err === '') assert.equal(linesOf(out).length, 1);
            else linesOf(err);
          }
        const wrong = await run('cut', 'x.safetensors', `not${names[0]}`, ':', '-o', '-');
        assert.equal(linesOf(wrong.err).length, 1);
        assert.equal(linesOf((await run('ls', `gone${names[0]}`)).err).length, 1);
      }),
      { numRuns: 5, seed: 1, examples: [[['\x9b2Jx', '\u202egnp']]] }, // biome-ignore format: one
    ));
});

describe('columns', () => {
  /** What a terminal shows, and how many columns it takes. @type {[string, number][]} */
  const SHOWN = [
    ['a', 1], ['é', 1], ['e\u0301', 1], ['☺', 1], ['ｶ', 1], ['漢', 2], ['か', 2], ['カ', 2], ['한', 2], ['Ａ', 2], ['。', 2], ['😀', 2],
    ['❤\ufe0f', 2], ['👍🏽', 2],
  ]; // biome-ignore format: a table

  it('of ls are below each other, also after wide characters', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.array(fc.constantFrom(...SHOWN), { minLength: 1, maxLength: 6 }), {
          minLength: 2,
          maxLength: 8,
          selector: (name) => name.map(([text]) => text).join(''),
        }),
        async (names) => {
          const texts = names.map((name) => name.map(([text]) => text).join(''));
          const info = (/** @type {number} */ i) => ({ dtype: 'U8', shape: [1], data_offsets: [i, i + 1] });
          writeHeader(Object.fromEntries(texts.map((text, i) => [text, info(i)])), texts.length);
          const [head, ...lines] = `${(await run('ls', 'x.safetensors')).out}`.trimEnd().split('\n');
          for (const [i, line] of lines.entries()) {
            assert.ok(line.startsWith(texts[i]), line);
            const columns = names[i].reduce((sum, [, width]) => sum + width, 0);
            assert.equal(columns + line.slice(texts[i].length).indexOf('uint8'), head.indexOf('type'), line);
          }
        },
      ),
      { numRuns: 6, seed: 1, examples: [[SHOWN.map((each) => [each])]] },
    ));
});

describe('secrets', () => {
  const SECRET = 's3cr3t';
  /** Runs a command; gives its exit code, signal and output. @param {readonly string[]} args */
  const ends = async (args) => {
    const { code, out, err } = await run(...args);
    assert.ok(!`${out}${err}`.includes(SECRET), `${args.join(' ')}\n${out}${err}`);
    assert.ok(!`${out}${err}`.includes(SECRET.slice(1)), `${args.join(' ')}\n${out}${err}`);
    return { code, err };
  };

  it('of headers are not shown, however they are written', () => {
    const headers = [
      `Authorization Bearer ${SECRET}`,
      `Author\u0131zation: ${SECRET}`,
      `Authorization: \u0131 ${SECRET}`,
      `Authorization: \x01${SECRET}`,
      `: ${SECRET}`,
      SECRET,
      `Authorization: a\n${SECRET}: b`,
    ];
    const commands = [
      ['ls', 'stack.npy'],
      ['cost', 'stack.npy', '1'],
      ['cut', 'stack.npy', '1', '-o', '-'],
      ['join', '-', 'stack.npy', '--axis', '0'],
      ['ls', 'stack.npy', 'and', `more ${SECRET}`],
    ];
    return fc.assert(
      fc.asyncProperty(fc.constantFrom(...headers), fc.constantFrom(...commands), async (header, command) => {
        assert.equal((await ends([...command, '--header', header])).code, 2);
      }),
      { numRuns: 12, seed: 1, examples: [[headers[0], commands[0]], [headers[1], commands[4]]] }, // biome-ignore format: one
    );
  });

  it('of addresses without slashes are not shown, and these are no paths', () => {
    const schemes = [
      'http:',
      'https:',
      'HTTP:/',
      'http:\\',
      ' http:',
      'ht\ntp:',
      ' https://',
      'ftp:',
      'ws:/',
    ];
    const rests = [
      `user:${SECRET}@localhost:1/x`,
      `${SECRET}@localhost:1/x`,
      `user:a/${SECRET}@localhost:1/x`,
      `localhost:1/x?sig=${SECRET}`,
      `user:${SECRET}@[/x`,
    ];
    return fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...schemes),
        fc.constantFrom(...rests),
        fc.constantFrom(['ls'], ['join', 'o.npy'], ['join', '--axis', '0', 'o.npy']),
        async (scheme, rest, command) => {
          const { code, err } = await ends([...command, `${scheme}${rest}`]);
          assert.equal(code, 1);
          assert.doesNotMatch(err, /ENOENT/);
        },
      ),
      { numRuns: 25, seed: 1, examples: [['http:', rests[0], ['ls']], ['http:', rests[2], ['ls']]] }, // biome-ignore format: one
    );
  });

  it('of addresses are not shown, whatever fails', async (t) => {
    const server = await serveFor(t, {
      '/data': readFileSync(folder.file('stack.npy')),
      '/html': Buffer.from('<html>'),
    });
    const { host } = new URL(server.url);
    const queries = [
      `?sig=${SECRET}`,
      `?a=b&sig=${SECRET}#${SECRET}`,
      `#${SECRET}`,
      `?${SECRET}=1?x`,
      `?a='"${SECRET}`,
      `?a b ${SECRET}`,
    ];
    const paths = ['/data', '/html', '/gone', "/it's", '/a"b c', '/data.axis0.0-of-2.npy', ':99999/data'];
    const drawn = fc.record({
      user: fc.constantFrom('', `${SECRET}:${SECRET}@`, `user:${SECRET}@`, ''),
      host: fc.constantFrom(host, host, 'localhost:1', 'no such host', "it's", 'a"b'),
      path: fc.constantFrom(...paths),
      query: fc.constantFrom(...queries),
      scheme: fc.constantFrom('http', 'HTTP', 'ftp', 'https'),
      status: fc.constantFrom(302, 400, 403, 404, 500),
    });
    await fc.assert(
      fc.asyncProperty(drawn, fc.nat(4), async ({ user, host, path, query, scheme, status }, which) => {
        const url = `${scheme}://${user}${host}${path}${query}`;
        server.fault = (answer) => {
          answer.status = status;
          if (status === 302) answer.headers.location = `/elsewhere?sig=${SECRET}`;
        };
        const command = [
          ['ls', url],
          ['cost', url, '77'],
          ['cut', url, '77', '-o', 'o.npy'],
          ['join', 'o.npy', url, 'stack.npy'],
          ['join', '--axis', '9', 'o.npy', url],
        ][which];
        const { code, err } = await ends(command);
        assert.equal(code, 1);
        assert.match(err, /^microtome: [^\n]+\n$/);
      }),
      { numRuns: 30, seed: 1, examples: [[{ user: '', host, path: '/data', query: queries[0], scheme: 'http', status: 403 }, 0]] }, // biome-ignore format: one
    );
  });
});

describe('any words', () => {
  /** Separated by blanks. */
  const WORDS = [
    'ls cost cut join stack.npy model.safetensors bias odd gone . / -1 -:2 -- - : ... 1e99 ::0 99999999999999999999',
    '1:2:3:4 None [0] -o out -o=out --output --part 0/2 1/9999999 --axis -1 --axis=-99 --raw --json --max-bytes 0',
    '--cache cache --cache=stack.npy --header --help -h -hh -x --no-raw --raw=1 --__proto__ --constructor=1 __proto__',
    'http:// http://[ file://h/x data:,x file:/// \ud800 % %00 x.axis0.0-of-2.npy --version -o-',
  ].flatMap((text) => text.split(' '));
  const words = fc.constantFrom(...WORDS, '', ' ', 'a: b', 'a'.repeat(5000));
  const ENGINE =
    /TypeError|RangeError|ReferenceError|SyntaxError|is not a (function|constructor|valid)|undefined|cannot read prop|node:|maximum call|invalid array|\[object/i;
  const line = fc
    .tuple(fc.constantFrom('ls', 'cost', 'cut', 'join', undefined), fc.array(words, { maxLength: 6 }))
    .map(([command, more]) => (command === undefined ? more : [command, ...more]));

  it('are answered with a result, or with one sentence', () =>
    fc.assert(
      fc.asyncProperty(line, async (args) => {
        const { code, signal, err } = await run(...args);
        assert.equal(signal, null);
        if (code === 0) return assert.equal(err, '');
        const isList = args[0] === 'ls' && code === 1; // a sentence for each file
        const sentences = isList ? /^(microtome: [^\n]+\n)+$/ : /^microtome: [^\n]+\n$/;
        assert.match(err, code === 2 ? /^microtome: [^\n]+\nusage: [^\n]+\n$/ : sentences);
        assert.ok([1, 2].includes(Number(code)), `${code}`);
        assert.doesNotMatch(err, ENGINE);
      }),
      { numRuns: 80, seed: 1623168323 },
    ));

  it('give the exit code also if the sentence cannot be written', async () => {
    assert.equal((await inShell('$M ls gone 2>/dev/full', folder.path)).code, 1);
  });
});
