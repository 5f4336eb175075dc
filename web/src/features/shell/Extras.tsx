import { AutoLogout } from './AutoLogout.tsx';
import { Offline } from './Offline.tsx';

/** What watches over the session and the connection: on every page inside, and not needed for its first picture. */
export function Extras() {
  return (
    <>
      <AutoLogout />
      <Offline />
    </>
  );
}
