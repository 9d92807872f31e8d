// ONNX models, whose initializers and values of Constant nodes are the tensors, and .pb files of one tensor,
// or of a sequence or an optional of tensors.
import { bad, quote, refuse } from './check.ts';
import type { Entry, Read } from './format.ts';
import { ATTRIBUTE_TENSOR, fieldsOf, LENGTH, readPair, readTensor, SPARSE, VARINT } from './onnx_tensor.ts';
import { CONSTANTS, loadPart } from './parts.ts';
import { Reader } from './reader.ts';

/** Numbers of fields: of a model; of a graph; of a node; of an attribute. */
const MODEL_IR = 1;
const MODEL_PRODUCER = 2;
const MODEL_GRAPH = 7;
const MODEL_OPSETS = 8;
const MODEL_METADATA = 14;
const MODEL_FUNCTION = 25;
const GRAPH_NODE = 1;
const GRAPH_INITIALIZER = 5;
const GRAPH_SPARSE = 15;
const FUNCTION_NAME = 1;
const FUNCTION_NODE = 7;
/** Domain, name and overload. */
const FUNCTION_ID = [10, FUNCTION_NAME, 13];
const NODE_OUTPUT = 2;
const NODE_OP_TYPE = 4;
const NODE_ATTRIBUTE = 5;
const NODE_DOMAIN = 7;
/** Of a sparse tensor: its values, which have its name. */
const SPARSE_VALUES = 1;
/**
 * Of a tensor: dims, which may be packed, and its type. A sequence or optional has a name, a type, and
 * tensors.
 */
const FIRST_FIELD = 1;
const TYPE = 2;
const TENSORS = 3;

const DOMAINS = ['', 'ai.onnx'];
/** Graphs in graphs: no model in use has as many. */
const MOST_DEPTH = 64;

export const readOnnx: Read = async (file) => {
  const reader = new Reader(file, 'onnx');
  const members: Entry[] = [];
  let found: Found | undefined;
  const functions = new Map<string, Func[]>();
  let isTensor = false;
  const tell = (name: string, value: any) => {
    file.budget.keep();
    file.facts.set(name, { value });
  };
  for await (const { number, wire, end } of fieldsOf(reader, file.size)) {
    isTensor ||= wire === (number === TYPE ? VARINT : number === FIRST_FIELD ? LENGTH : undefined);
    if (isTensor && number === TENSORS && wire === LENGTH) {
      file.budget.keep();
      members.push(await readTensor(reader, end, String(members.length)));
    } else if (isTensor && number > TENSORS) break;
    else if (number === MODEL_IR && wire === VARINT) tell('ir_version', reader.low);
    else if (wire !== LENGTH) continue;
    else if (number === MODEL_PRODUCER) tell('producer_name', await reader.text(end - reader.at));
    else if (number === MODEL_METADATA) tell(...(await readPair(reader, end)));
    else if (number === MODEL_OPSETS) {
      const [domain, version] = await readPair(reader, end);
      tell(`opset_import.${domain || 'ai.onnx'}`, version);
    } else if (number === MODEL_GRAPH) {
      found ??= new Map();
      await readGraph(reader, end, found, 0, 0);
    } else if (number === MODEL_FUNCTION) await readFunction(reader, end, functions);
  }
  if (isTensor) file.facts.clear(); // its first fields are not a model's
  if (members.length > 0) return members;
  if (isTensor) {
    reader.jump(0);
    return [await readTensor(reader, file.size)];
  }
  if (found === undefined)
    throw bad(
      'onnx',
      0,
      'the file is neither a model with a graph nor a TensorProto; read one of Core ML with coremltools',
    );
  for (const [name, same] of functions)
    for (const { id, graph, own } of same)
      for (const { entry } of own.values()) {
        const prefix = same.length > 1 ? id : name;
        add(reader, found, { ...entry, name: `${prefix}/${entry.name}` }, graph);
      }
  return [...found.values()].map(({ entry }) => entry);
};

/** Tensors by their names, each with the byte of its graph: 0 for the model's own. */
type Found = Map<string, { readonly entry: Entry; readonly graph: number }>;

/** Reads the initializers of a graph, and its Constant nodes, and the graphs in its nodes. */
async function readGraph(reader: Reader, end: number, found: Found, graph: number, depth: number) {
  if (depth > MOST_DEPTH) throw reader.bad(`more than ${MOST_DEPTH} nested graphs`);
  for await (const { number, wire, end: stop } of fieldsOf(reader, end)) {
    if (wire !== LENGTH) continue;
    if (number === GRAPH_INITIALIZER) add(reader, found, await readTensor(reader, stop), graph);
    else if (number === GRAPH_SPARSE) add(reader, found, await readSparse(reader, stop), graph);
    else if (number === GRAPH_NODE) await readNode(reader, stop, found, graph, depth);
  }
}

/** A function, and its Constant nodes: their names are its own. `id`: domain, name and overload. */
interface Func {
  readonly id: string;
  readonly graph: number;
  readonly own: Found;
}

/** Adds a function to those of its name. */
async function readFunction(reader: Reader, end: number, functions: Map<string, Func[]>) {
  const graph = reader.at;
  const own: Found = new Map();
  reader.file.budget.keep();
  const texts: Record<number, string> = {};
  for await (const { number, wire, end: stop } of fieldsOf(reader, end)) {
    if (wire !== LENGTH) continue;
    if (number === FUNCTION_NODE) await readNode(reader, stop, own, graph, 0);
    else if (FUNCTION_ID.includes(number)) texts[number] = await reader.text(stop - reader.at);
  }
  const id = FUNCTION_ID.flatMap((number) => texts[number] || []).join(':');
  const name = texts[FUNCTION_NAME] ?? '';
  const same = functions.get(name) ?? [];
  same.push({ id, graph, own });
  functions.set(name, same);
}

async function readSparse(reader: Reader, end: number): Promise<Entry> {
  let name = '';
  for await (const { number, wire, end: stop } of fieldsOf(reader, end))
    if (number === SPARSE_VALUES && wire === LENGTH) ({ name } = await readTensor(reader, stop));
  return refuse(name, 'onnx', SPARSE);
}

/** Two branches may use one name, but a graph may not use it twice. */
function add(reader: Reader, found: Found, entry: Entry, graph: number): void {
  reader.file.budget.keep();
  const { name } = entry;
  const other = found.get(name);
  if (other?.graph === graph) throw bad('onnx', graph, `two tensors are named ${quote(name)}`);
  const refused = other && bad('onnx', graph, `two graphs have a tensor named ${quote(name)}`);
  found.set(name, { entry: refused ? { name, refused } : entry, graph });
}

/** Reads a node. Attributes that come before its op_type are read after it: most are not those of a Constant. */
async function readNode(reader: Reader, end: number, found: Found, graph: number, depth: number) {
  let [output, domain, value]: [string?, string?, Entry?] = [];
  let op_type: string | undefined;
  const early: [at: number, stop: number][] = [];
  const readValue = async (stop: number, before?: Entry) => {
    const next = await readAttribute(reader, stop, found, depth, op_type === CONSTANT, output);
    return before && next ? (await constants()).notOne(output ?? '', reader.at) : (next ?? before);
  };
  for await (const { number, wire, end: stop } of fieldsOf(reader, end)) {
    if (wire !== LENGTH) continue;
    const text = () => reader.text(stop - reader.at);
    if (number === NODE_OUTPUT) output ??= await text();
    else if (number === NODE_OP_TYPE) op_type = await text();
    else if (number === NODE_DOMAIN) domain = await text();
    else if (number !== NODE_ATTRIBUTE) continue;
    else if (op_type !== undefined) value = await readValue(stop, value);
    else {
      reader.file.budget.keep();
      early.push([reader.at, stop]);
      reader.jump(stop);
    }
  }
  for (const [at, stop] of early) {
    reader.jump(at);
    value = await readValue(stop, value);
  }
  reader.jump(end);
  if (value && output !== undefined && op_type === CONSTANT && DOMAINS.includes(domain ?? ''))
    add(reader, found, { ...value, name: output }, graph);
}

const CONSTANT = 'Constant';

const constants = () => loadPart(CONSTANTS, () => import('./onnx_constants.ts'));

/** Numbers of an attribute's fields. */
const ATTRIBUTE_GRAPH = 6;
const ATTRIBUTE_GRAPHS = 11;

/**
 * Reads an attribute's graphs, and gives its value if it is that of a Constant.
 */
async function readAttribute(
  reader: Reader,
  end: number,
  found: Found,
  depth: number,
  isConstant: boolean,
  output = '',
): Promise<Entry | undefined> {
  const attribute = isConstant ? new (await constants()).Attribute(reader) : undefined;
  for await (const field of fieldsOf(reader, end)) {
    const { number, wire, end: stop } = field;
    if (wire === LENGTH && (number === ATTRIBUTE_GRAPH || number === ATTRIBUTE_GRAPHS))
      await readGraph(reader, stop, found, reader.at, depth + 1);
    else if (attribute) await attribute.read(field, output);
    else if (number === ATTRIBUTE_TENSOR) reader.jump(stop);
  }
  return attribute?.toEntry(output);
}
