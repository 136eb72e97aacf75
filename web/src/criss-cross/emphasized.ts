/** Splits a text at its asterisks: `Staked *$10*` is `Staked ` and, standing out, `$10`. */
export function emphasized(text: string): { readonly text: string; readonly isStrong: boolean }[] {
  return text.split('*').map((part, index) => ({ text: part, isStrong: index % 2 === 1 }));
}
