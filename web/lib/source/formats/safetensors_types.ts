// Element types of safetensors files.
import type { Type } from '../../types.ts';

export const TYPES: ReadonlyMap<string, Type> = new Map(
  Object.entries<Type>({
    BOOL: 'bool', U8: 'uint8', I8: 'int8', U16: 'uint16', I16: 'int16', U32: 'uint32', I32: 'int32', U64: 'uint64',
    I64: 'int64', F16: 'float16', BF16: 'bfloat16', F32: 'float32', F64: 'float64', C64: 'complex64',
    F8_E4M3: 'f8e4m3', F8_E5M2: 'f8e5m2', F8_E8M0: 'f8e8m0', F4: 'f4e2m1',
  }),
); // biome-ignore format: a table
