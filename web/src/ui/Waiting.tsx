import { Spinner } from './Spinner.tsx';

/** Holds the focus of a dropdown whose content is still being loaded. */
export function Waiting() {
  return (
    <div tabIndex={-1} data-autofocus style={{ padding: 12, outline: 'none' }}>
      <Spinner size={18} />
    </div>
  );
}
