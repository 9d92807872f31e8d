// An import of WebAssembly, where a host compiles it.
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
