/** Reading a serial number with the camera. */
export const scan = {
  button: 'Scan the code',
  title: 'Scan serial number',
  starting: 'Starting the camera…',
  looking: 'Hold the QR code or bar code of the device in the frame.',
  refused: 'The camera was refused. Allow it for this site in the browser’s settings, or take a photo of the code.',
  noCamera: 'No camera was found. Choose a photo of the code.',
  busy: 'The camera could not be started. Another app may be using it. You can take a photo of the code.',
  noPicture: 'The picture of the camera could not be shown. You can take a photo of the code.',
  photoOnly: 'Take a photo of the code, or choose one.',
  noCode: 'The photo shows no code that could be read. Try again, closer and with more light.',
  other: 'This code is not a serial number: {{text}}',
  photo: 'Take or choose a photo',
};
