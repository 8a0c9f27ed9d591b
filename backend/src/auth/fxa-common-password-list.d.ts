declare module 'fxa-common-password-list' {
  const list: {
    /** whether it is one of the 50,000 most common passwords of at least eight characters; matches exactly */
    test(password: string): boolean;
  };
  export default list;
}
