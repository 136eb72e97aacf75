/** The text of a rules submission: where its lines are. */

/** Where a line begins and ends, counted from 1; null where the text has fewer lines. */
export function lineRange(text: string, line: number): readonly [number, number] | null {
  const before = text.split('\n').slice(0, line);
  if (line < 1 || before.length < line) return null;
  const end = before.join('\n').length;
  return [end - (before.at(-1) ?? '').length, end];
}
