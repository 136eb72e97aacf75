/**
 * Copies text and returns whether it worked. `field` holds the same text: pages served over plain HTTP have no
 * clipboard of their own, and the browser copies a selection instead.
 */
export async function copyText(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | undefined,
): Promise<boolean> {
  field?.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to copy on a page served over plain HTTP
    return document.execCommand('copy');
  }
}
