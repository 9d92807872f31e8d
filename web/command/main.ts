#!/usr/bin/env node
// `npx microtome`: cuts tensors in files and behind URLs, from a shell. docs/command.md is its manual.
import { readCommandLine } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import { Closed, reasonOf, WrongUsage } from './failure.ts';
import { help, helpOf, usageOf } from './help.ts';
import { fs } from './host.ts';
import { print } from './print.ts';
import { visible } from './table.ts';

const [name = '', ...args] = process.argv.slice(2);

/** Of the package that this file is in. */
const version = () =>
  JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

async function run(): Promise<void> {
  if (name === '--help' || name === '-h') return print(help());
  if (name === '--version') return print([version()]);
  if (!Object.hasOwn(COMMANDS, name)) {
    const names = Object.keys(COMMANDS).join(', ');
    throw new WrongUsage(name === '' ? `expected a command: ${names}` : `'${name}' is not one of ${names}`);
  }
  const { words, values } = readCommandLine(COMMANDS[name], args);
  if (values.help) return print(helpOf(name));
  await COMMANDS[name].run(words, values);
}

try {
  await run();
} catch (thrown) {
  if (!(thrown instanceof Closed)) tell(thrown);
}

function tell(thrown: unknown): void {
  process.stderr.on('error', () => {}); // nobody reads it
  const isUsage = thrown instanceof WrongUsage;
  const usage = isUsage ? `${usageOf(Object.hasOwn(COMMANDS, name) ? name : '')}\n` : '';
  process.stderr.write(`microtome: ${visible(reasonOf(thrown))}\n${usage}`);
  process.exitCode = isUsage ? 2 : 1;
}
