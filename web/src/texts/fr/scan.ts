import type { scan as en } from '#texts/en/scan.ts';
import type { Translation } from '#texts/shape.ts';

export const scan = {
  button: 'Scanner le code',
  title: 'Scanner le numéro de série',
  starting: 'Démarrage de la caméra…',
  looking: 'Placez le code QR ou le code-barres de l’appareil dans le cadre.',
  refused:
    'L’accès à la caméra a été refusé. Autorisez-la pour ce site dans les réglages du navigateur, ou prenez le code en photo.',
  noCamera: 'Aucune caméra n’a été trouvée. Choisissez une photo du code.',
  busy: 'La caméra n’a pas pu démarrer. Une autre application l’utilise peut-être. Vous pouvez prendre le code en photo.',
  noPicture: 'L’image de la caméra n’a pas pu être affichée. Vous pouvez prendre le code en photo.',
  photoOnly: 'Prenez le code en photo, ou choisissez une photo.',
  noCode: 'Aucun code lisible sur la photo. Réessayez de plus près et avec plus de lumière.',
  other: 'Ce code n’est pas un numéro de série : {{text}}',
  photo: 'Prendre ou choisir une photo',
} satisfies Translation<typeof en>;
