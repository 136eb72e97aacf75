/** Texts of the page for an unknown address, which is fetched only there. */

export const notFound = {
  title: 'Page not found',
  address: (path: string) => `There’s no page at ${path}. The link may be incomplete.`,
  home: 'Home',
  tables: 'Tables',
  rules: 'Rule books',
  settle: 'Settle a round',
};
