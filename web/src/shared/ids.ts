/** Unique IDs: 128 random bits from the browser, in hex. They work over plain HTTP too. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
