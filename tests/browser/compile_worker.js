// A worker that compiles what it is told the address of: its policy is that of its own answer, not that of the page.
addEventListener('message', async ({ data }) => {
  const bytes = await (await fetch(data)).arrayBuffer();
  postMessage(await WebAssembly.compile(bytes));
});
