/** The clause or reading behind a chip, and its text in the register. */

import type { ClauseEntry, ReadingEntry } from './protocol';
import { clauseText } from './rules/strings';

/** One clause or reading that a chip names. */
export interface Source {
  readonly kind: 'clause' | 'reading';
  readonly id: string;
}

/** The register's entry for a clause or reading. */
export interface SourceWords {
  readonly title: string;
  readonly says: string;
  /** The reason for a reading. */
  readonly why: string;
}

/**
 * Rules name what decided a settled wager in one text, such as `12.A`, `reading R4` or `12.B, reading R11`. A choice
 * that only a reading leaves open is in no clause: its text is empty.
 */
export function sourcesOf(clause: string | null | undefined, reading: string | null | undefined): Source[] {
  const named = (clause ? clause.split(', ') : []).map((part): Source => {
    const id = part.replace(/^reading /, '');
    return { kind: id === part ? 'clause' : 'reading', id };
  });
  const sources: Source[] = reading ? [...named, { kind: 'reading', id: reading }] : named;
  return sources.filter((one, index) => sources.findIndex((other) => isSame(one, other)) === index);
}

function isSame(one: Source, other: Source): boolean {
  return one.kind === other.kind && one.id === other.id;
}

/** The page of the rule book that has it. */
export function sourceLink(rules: string, { kind, id }: Source): string {
  const part = kind === 'clause' ? 'clauses' : 'readings';
  return `#/rules/${encodeURIComponent(rules)}/${part}?find=${encodeURIComponent(id)}`;
}

/** A chip's own source first, then the readings that the clause rests on. Null where the register has no such entry. */
export function sourceWords(
  source: Source,
  clauses: readonly ClauseEntry[],
  readings: readonly ReadingEntry[],
): readonly SourceWords[] {
  const reading = (id: string): SourceWords[] =>
    readings
      .filter((one) => one.id === id)
      .map(({ title, says, why }) => ({ title: clauseText.readingTitle(id, title), says, why }));
  if (source.kind === 'reading') return reading(source.id);
  return clauses
    .filter(({ id }) => id === source.id)
    .flatMap((entry) => [
      { title: clauseText.titleOf(source), says: entry.says, why: '' },
      ...(entry.reading === null ? [] : reading(entry.reading)),
    ]);
}
