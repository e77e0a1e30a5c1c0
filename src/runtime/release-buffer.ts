/** Frees a buffer before garbage collection. Only for its owner, since all views become empty. */
export function releaseBuffer({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
