import type { ComponentProps } from 'react';

export interface FieldRootProps extends ComponentProps<'div'> {
  InputProps?: unknown;
  inputProps?: unknown;
  InputLabelProps?: unknown;
}

/**
 * Drops the props that react-admin 5.15 still passes for MUI 5: MUI 9 reads `slotProps` instead and would write them
 * into the page (https://mui.com/material-ui/migration/upgrade-to-v9/#textfield-props).
 */
export function FieldRoot({ InputProps, inputProps, InputLabelProps, ...rest }: FieldRootProps) {
  return <div {...rest} />;
}
