import { useLocation } from 'react-router-dom';
import { Missing } from '../ui/missing.js';

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Missing
      title="This platform does not exist."
      text={`There is no page at ${pathname}. The address is wrong, or the page has moved.`}
    />
  );
}
