/** Texts of the frame around every page. */

export const frame = {
  skip: 'Skip to main content',
  opening: 'Opening the page…',
  playMoney: 'All chips are play money. They can’t be bought or cashed in.',
  license: 'Free software under the MIT license. If our wording and the published rules differ, the rules apply.',
};
