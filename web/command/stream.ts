// A stream that several writers share, one after another.

/** Has `fill` write into a stream, which is closed at the end, and aborted on failure. */
export async function writeInto(
  stream: WritableStream<Uint8Array>,
  fill: (put: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const writer = stream.getWriter();
  try {
    await fill((chunk) => writer.write(chunk));
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}
