import type { ProblemTexts } from '#texts/shape.ts';

export const problems = {
  noAnswer: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  unreadable: 'Une erreur est survenue lors de la récupération des données du serveur',
  paymentRequired: 'Paiement requis.',
  passwordMissing: 'L’utilisateur ou le mot de passe n’existe pas',
} satisfies ProblemTexts;
