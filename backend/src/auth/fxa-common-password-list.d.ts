declare module 'fxa-common-password-list' {
  const list: {
    /** Exact match among the 50,000 most common passwords of at least eight characters. */
    test(password: string): boolean;
  };
  export default list;
}
