// What a command is, as the table of commands has it.

/** What the options of a command line are: text, a list of texts, or a flag. */
export interface Values {
  readonly help?: boolean;
  readonly json?: boolean;
  /** Of `ls` a flag, of what writes OUT texts. */
  readonly metadata?: boolean | readonly string[];
  readonly raw?: boolean;
  readonly decode?: boolean;
  readonly header?: readonly string[];
  readonly timeout?: string;
  readonly retries?: string;
  readonly trust?: string;
  readonly cache?: string;
  readonly 'cache-ignores-query'?: boolean;
  readonly output?: string;
  readonly part?: string;
  readonly axis?: string;
  readonly 'max-bytes'?: string;
  readonly layout?: string;
}

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  readonly multiple?: boolean;
  /** As the help shows its value. */
  readonly value?: string;
  readonly does: string;
}

export interface Command {
  /** As the usage shows them. */
  readonly words: string;
  /** How many words it takes. */
  readonly least: number;
  readonly most: number;
  readonly does: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  readonly run: (words: readonly string[], values: Values) => Promise<void>;
}
