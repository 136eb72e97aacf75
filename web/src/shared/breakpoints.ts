/**
 * The widths at which the layout changes: 22.5, 45, 62.5 and 85 rem (360, 720, 1000 and 1360 px). Stylelint allows no
 * others in styles; scripts take these queries.
 */

/** A phone, or a tablet held upright. */
export const NARROW = 'width < 45rem';
/** Room for a panel beside a table. Paper counts as wide, because the receipt is in the panel. */
export const WIDE = 'print, (width >= 85rem)';
