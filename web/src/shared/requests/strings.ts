/** Text for people about requests to the server, apart from faults. The first load has it in the chunk of `api.ts`. */

export const noAnswer = 'Can’t reach the server. Check your connection and try again.';
export const badStatus = (status: number): string =>
  `The server returned an error (status ${status}). Try again later.`;

/** The name of a guest who hasn’t chosen one. */
export const guestName = (number: number): string => `Guest ${number}`;
