import type { ComponentProps } from 'react';

export interface FieldRootProps extends ComponentProps<'div'> {
  InputProps?: unknown;
  inputProps?: unknown;
  InputLabelProps?: unknown;
}

/**
 * What a field stands in, without what react-admin 5.15 still hands down for the MUI before 6: MUI 9 reads none of it, but `slotProps`,
 * where react-admin says the same, and would leave it on the page (https://mui.com/material-ui/migration/upgrade-to-v9/#textfield-props).
 */
export function FieldRoot({ InputProps, inputProps, InputLabelProps, ...rest }: FieldRootProps) {
  return <div {...rest} />;
}
