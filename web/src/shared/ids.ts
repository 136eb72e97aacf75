/** Names that nobody else makes: 128 bits of the browser's own chance, in hex. Plain HTTP has this too. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
