import type { ProblemTexts } from '#texts/shape.ts';

/** What goes wrong between portal and server without a refusal of the contract. */
export const problems = {
  noAnswer: 'The server cannot be reached. Check your connection and try again.',
  unreadable: 'Error encountered while fetching data from the server',
  paymentRequired: 'Payment required.',
  passwordMissing: 'User/Password does not exist',
} satisfies ProblemTexts;
