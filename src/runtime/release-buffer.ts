/**
 * Gives back the room of bytes that nobody looks at any more: until garbage is collected it would stay taken. Only for whoever
 * made them, since all views of them are empty afterwards.
 */
export function releaseBuffer({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
