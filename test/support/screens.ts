export const DROP = 'Route Nine Hoodie';

export interface Screen {
  path: string;
  title: string;
  heading: string;
  access: 'public' | 'session';
  /** opened for a path with a parameter or query */
  opens?: string;
}

const screen = (path: string, name: string, heading: string, access: Screen['access'], opens?: string): Screen => ({
  path,
  title: name ? `Supreme Access | ${name}` : 'Supreme Access',
  heading,
  access,
  ...(opens ? { opens } : {}),
});

export const HOME = screen('/', '', 'Hold the slot. We make the drop.', 'public');
export const LOGIN = screen('/login', 'Login', 'Log in.', 'public');

/** Every screen without an owner's data, so without profiles and signed links. */
export const SCREENS: readonly Screen[] = [
  HOME,
  { ...HOME, path: '/index' },
  screen('/purchase', DROP, DROP, 'public'),
  screen('/register', 'Register', 'Register.', 'public'),
  screen('/register', 'Register', 'You are invited.', 'public', '/register?token=an-invitation'),
  screen('/reset/:hash', 'Reset Password', 'Set a new password.', 'public', '/reset/no-real-hash'),
  screen('/forgot', 'Forgot Password', 'Forgot your password?', 'public'),
  screen('/erased', 'Erased', 'Your account is erased.', 'public'),
  screen('/terms', 'Privacy Policy', 'Privacy policy', 'public'),
  screen('/tts', 'Terms of Use', 'Terms of use', 'public'),
  screen('/verify', 'Check a Receipt', 'Check a receipt.', 'public'),
  screen('/how-it-works', 'How It Works', 'How it works', 'public'),
  screen('/demo', 'Demo', 'Watch a drop.', 'public'),
  screen('/action/:token', 'Your Order', 'This link has ended.', 'public', '/action/no.real.token'),
  screen('/shop', 'Shop', 'Shop', 'session'),
  screen('/step1', 'Setup 1/3', 'Who are you?', 'session'),
  screen('/signup1', 'Setup 1/3', 'Who are you?', 'session'),
  screen('/signup2', 'Setup 2/3', 'Where do you live?', 'session'),
  screen('/signup2old', 'Setup 2/3', 'Where do you live?', 'session'),
  screen('/signup3', 'Setup 3/3', 'Which card?', 'session'),
  screen('/cardForm', 'Card', 'Your card.', 'session'),
  screen('/signupcancel', 'Cancel Setup', 'Cancel Setup?', 'session'),
  screen('/signupcomplete', 'Setup Complete', 'Setup Complete', 'session'),
  screen('/user/account', 'Account', 'Account', 'session'),
  screen('/user/orders', 'Orders', 'No tickets yet.', 'session'),
  screen('/user/ordersTracked', 'Order Tracking', 'Track an order.', 'session'),
  screen('/user/profiles', 'Profiles', 'Profiles', 'session'),
  screen('/newProfile', 'New Profile', 'New profile.', 'session'),
  screen('/editProfile/:id', 'Edit Profile', 'Profile not found.', 'session', '/editProfile/nobodys'),
  screen('/product', 'Product', 'No such product.', 'session'),
  screen('/creditCard', 'Credit Card', 'Credit card.', 'session'),
  screen('/EditCreditCard', 'Edit Credit Card', 'Edit credit card.', 'session'),
  screen('/dashboard', 'Dashboard', 'Dashboard', 'session'),
  screen('/bdashboard', 'Dashboard', 'Dashboard', 'session'),
  screen('/about', 'About', 'We make the drop.', 'session'),
  screen('*', 'Not Found', 'This platform does not exist.', 'session', '/nowhere'),
];
/** only for people who are not logged in */
export const FOR_GUESTS: readonly Screen[] = [
  LOGIN,
  screen('/signup', 'Sign Up', 'Create your account.', 'public'),
  screen('/signup', 'Sign Up', 'Create your account.', 'public', '/signup?token=an-invitation'),
];

export const pathOf = ({ opens, path }: Screen): string => opens ?? path;
