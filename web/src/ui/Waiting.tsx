import { Spinner } from './Spinner.tsx';

/** Holds the focus of a dropdown while its content loads. */
export function Waiting() {
  return (
    <div tabIndex={-1} data-autofocus style={{ padding: 12, outline: 'none' }}>
      <Spinner size={18} />
    </div>
  );
}
