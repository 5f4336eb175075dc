/** What is kept of open forms when a session ends, and a tab whose person has changed. */
export const kept = {
  atSignIn: 'What you typed in “{{forms}}” is kept in this tab. To get it back, sign in again as the same person.',
  lostBySso: 'Single sign-on leaves this page. What you typed in “{{forms}}” will be lost.',
  goToSso: 'Continue to single sign-on',
  title: 'Your changes were kept',
  offer: 'You made them before your session ended. They are not saved yet.',
  noSecrets: 'Passwords were not kept.',
  restore: 'Restore',
  drop: 'Discard',
  elsewhere: 'What you typed in “{{forms}}” was kept when your session ended. Open the form again to restore it.',
};

export const otherPerson = {
  title: 'Another person signed in',
  text: 'Someone else signed in to this browser in another tab. What you were looking at is no longer shown here, and nothing was sent in their name.',
  action: 'Continue',
};
