/** Text for people in the display settings. */

export const colors = 'Colors';
export const systemDefault = 'System default';
export const light = 'Light';
export const dark = 'Dark';
export const motion = 'Motion';
export const reduced = 'Reduced';
export const fourColors = 'Four-color deck';
export const sound = 'Sound';
export const letterKeys = 'Single-key shortcuts, such as F to fold';
