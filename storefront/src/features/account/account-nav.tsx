import { NavLink } from 'react-router-dom';

const ITEMS = [
  ['/user/account', 'Account'],
  ['/user/orders', 'Orders'],
  ['/user/profiles', 'Profiles'],
  ['/logout', 'Log Out'],
] as const;

export function AccountNav() {
  return (
    <nav aria-label="Account" className="gutter border-b border-rule">
      <ul className="-mx-3 flex overflow-x-auto">
        {ITEMS.map(([to, label]) => (
          <li key={to} className="last:ml-auto">
            <NavLink
              to={to}
              className="flex min-h-12 items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap no-underline hover:bg-sheet focus-visible:-outline-offset-2 aria-[current=page]:border-fg"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
