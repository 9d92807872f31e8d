// "Try it": links from the samples of the site to the playground. A document names its links after a block,
// in a comment that only the site shows: `<!-- try: op=Slice&dims=2,3&s=:,1 -->`, or `<!-- try NAME: ... -->`
// if there are several. In a row of a table, it is `<!-- open: ... -->`. Each example of a doc comment has a row here. tests/node/docs/tries.test.js runs each sample,
// and checks that the page shows the same result.

const SOURCE = 'type=uint8&data=1,2,3,4,5,6';

/** By function. @type {Record<string, string>} */
export const EXAMPLES = {
  slice: 'op=Slice&opset=13&dims=2,3&type=uint8&s=:,1&data=1,2,3,4,5,6',
  split: 'op=Split&opset=18&dims=2,4&type=uint8&axis=-1&num_outputs=4&data=1,2,3,4,5,6,7,8',
  splitToSequence: 'op=SplitToSequence&opset=24&dims=2,3&type=uint8&axis=0&keepdims=0&data=1,2,3,4,5,6',
  variadicSplit: 'op=VariadicSplit&opset=1&dims=5&axis=0&split_lengths=4,-1&data=1,2,3,4,5',
  concat: 'op=Concat&opset=13&dims=2,1;2,1;2,1&type=uint8&axis=-1&data=1,10,2,20,3,30',
  concatFromSequence: 'op=ConcatFromSequence&opset=11&dims=2;2&type=uint8&axis=1&new_axis=1&data=1,2,3,4',
  sliceScatter: 'op=SliceScatter&opset=15&dims=5;2&type=uint8&s=1:4:2&data=1,2,3,4,5,8,9',
  assign: 'op=SliceScatter&opset=15&dims=2,3;2&type=uint8&s=:,1&data=1,2,3,4,5,6,8,9',
  tensorScatter: 'op=TensorScatter&opset=24&dims=1,3,2;1,1,2&write_indices=1&data=0,0,0,0,0,0,7,8',
  rearrange:
    'op=Rearrange&opset=1&dims=1,2,3&type=uint8&pattern=h%20w%20c%20-%3E%20c%20h%20w&data=1,2,3,4,5,6',
  evaluate: 'op=Slice&opset=13&dims=4&type=int32&starts=-2&ends=9223372036854775807&data=1,2,3,4',
  plan: 'op=Split&opset=18&dims=2,2&type=uint8&axis=1&num_outputs=2&data=1,2,3,4',
  'source.slice': `op=Slice&opset=13&dims=2,3&s=1,::-1&${SOURCE}`,
  'source.split': `op=Split&opset=18&dims=2,3&axis=1&split=1,2&${SOURCE}`,
  'source.splitToSequence': `op=SplitToSequence&opset=24&dims=2,3&axis=0&keepdims=0&${SOURCE}`,
  'source.variadicSplit':
    'op=VariadicSplit&opset=1&dims=5&type=uint8&axis=0&split_lengths=4,-1&data=1,2,3,4,5',
  'source.save': `op=Slice&opset=13&dims=2,3&s=:,1:&${SOURCE}`,
};

/** A comment, or several. */
const TRIES = /(?:<!-- try(?: [^:\n]+)?: op=\S+ -->\s*)+/g;
/** In a row of a table. */
const OPEN = /<!-- open: (op=\S+) -->/g;
const TRY = /<!-- try(?: ([^:\n]+))?: (op=\S+) -->/g;

/** Makes links of the comments. `site:` is the documentation's root. @param {string} markdown */
export const showTries = (markdown) =>
  markdown
    .replace(TRIES, (group) => {
      const links = [...group.matchAll(TRY)].map(([, name, hash]) => linkTo(hash, name));
      return `<p class="try">${links.join(' ')}</p>\n\n`;
    })
    .replace(OPEN, (_, hash) => linkTo(hash));

/** @param {string} hash @param {string} [name] */
const linkTo = (hash, name) =>
  `<a href="site:../index.html#${hash.replaceAll('&', '&amp;')}">Try ${name ?? 'it'}</a>`;

/**
 * The addresses that a document names, each with the line that it is in.
 * @param {string} markdown
 * @returns {{ hash: string, line: number }[]}
 */
export const triesOf = (markdown) =>
  [...markdown.matchAll(TRY)].map(({ 2: hash, index }) => ({
    hash,
    line: markdown.slice(0, index).split('\n').length,
  }));
