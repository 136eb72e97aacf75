import { productName } from './strings';

/** The title of a tab: the page first, because tabs are cut short, then what it belongs to, then our name. */
export function pageTitle(page?: string, within?: string): string {
  return [page, within, productName].filter((part) => part !== undefined && part !== '').join(' · ');
}
